import { MessageLevel } from '@xinchu/contract/codes'
import { usePorts } from '../../ui/ports.ts'

const TONES: Readonly<Record<string, string>> = {
  [MessageLevel.urgent]: 'border-transparent bg-danger-soft text-danger',
  [MessageLevel.important]: 'border-warning-line bg-warning-soft text-warning',
}

/** The level of a message. Colours mark urgent and important ones; the text says it too. */
export function LevelTag({ level }: { level: string | undefined }) {
  const label = usePorts()
    .useDict('message_level')
    .find(({ value }) => value === level)?.label
  if (!label) return null
  const tone = TONES[level ?? ''] ?? 'border-line bg-sunken text-ink-soft'
  return (
    <span className={`inline-block whitespace-nowrap rounded border px-1.5 text-xs leading-5 ${tone}`}>
      {label}
    </span>
  )
}
