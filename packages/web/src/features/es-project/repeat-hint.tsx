import type { RepeatPair } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { FormApi } from '../../ui/form/context.ts'
import { Icon } from '../../ui/icons.tsx'
import { gravePairs, isAppealable, isBlocking, needsReason, useRepeats } from './repeat-check.ts'
import { RepeatItems } from './repeat-items.tsx'

/** One sentence about the duplicates found while typing. */
function hintOf(pairs: readonly RepeatPair[]): string {
  const [same, alike] = [pairs.filter(isBlocking).length, pairs.filter(needsReason).length]
  if (same > 0 && !pairs.some(isAppealable)) {
    const asked = pairs.filter(({ appeal }) => appeal?.state === 'OPEN').length
    if (asked > 0) return `与 ${same} 个已有项目重复，已请主管部门判定`
  }
  if (same > 0) return `与 ${same} 个已有项目重复，不能提交`
  if (alike > 0) return `与 ${alike} 个已有项目疑似重复，提交时须填写说明`
  return pairs.length > 0 ? `有 ${pairs.length} 个相近的项目` : ''
}

interface RepeatHintProps {
  form: FormApi
  /** The stored project that the form edits. */
  excludeId: number | undefined
}

/** Shows suspected duplicates next to the form's buttons. A polite live region. */
export function RepeatHint({ form, excludeId }: RepeatHintProps) {
  const pairs = useRepeats(form, excludeId)
  const [isOpen, setOpen] = useState(false)
  const hint = hintOf(pairs)
  const isGrave = gravePairs(pairs).length > 0
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-s">
      <span role="status" className={isGrave ? 'text-warning' : 'text-ink-soft'}>
        {hint && (
          <span className="flex items-center gap-1.5">
            <Icon name="alert" />
            {hint}
          </span>
        )}
      </span>
      {hint && (
        <Button look="quiet" className="px-1.5!" onClick={() => setOpen(true)}>
          查看
        </Button>
      )}
      <Dialog
        open={isOpen}
        size="wide"
        onClose={() => setOpen(false)}
        title="可能重复的项目"
        footer={
          <Button look="primary" onClick={() => setOpen(false)}>
            知道了
          </Button>
        }
      >
        <RepeatItems pairs={pairs} />
      </Dialog>
    </div>
  )
}
