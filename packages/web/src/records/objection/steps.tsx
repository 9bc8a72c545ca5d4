import type { DemoObjection } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { StepForm } from './step-form.tsx'
import { STEPS, type StepAction } from './step-model.ts'

const isStep = (action: string): action is StepAction => action in STEPS

/** Steps that are not the usual one. */
const MINOR: ReadonlySet<StepAction> = new Set(['RETURN', 'DECLINE'])

/** The steps that the caller may take on an objection, each with its form. */
export function ObjectionSteps({ content }: { content: DemoObjection }) {
  const [asked, setAsked] = useState<StepAction>()
  const actions = content.actions.filter(isStep)
  if (actions.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <Button
          key={action}
          look={MINOR.has(action) ? 'plain' : 'primary'}
          aria-label={`${STEPS[action].button} ${content.projectName}`}
          onClick={() => setAsked(action)}
        >
          {STEPS[action].button}…
        </Button>
      ))}
      {asked && (
        <StepForm key={asked} objection={content} action={asked} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}
