import { type FormPart, titleOfPart } from '../../../records/pilot-parts.ts'
import { Icon } from '../../../ui/icons.tsx'
import { MasterPart } from './master-part.tsx'
import { AttachmentsPart, CommitmentPart } from './other-parts.tsx'
import { BriefPart, OutlinedPart } from './text-parts.tsx'

interface PartContentProps {
  part: FormPart
  onTake: () => void
  isBusy: boolean
}

function PartContent({ part, ...master }: PartContentProps) {
  switch (part) {
    case 'MASTER':
      return <MasterPart {...master} />
    case 'BRIEF':
      return <BriefPart />
    case 'ATTACHMENTS':
      return <AttachmentsPart />
    case 'COMMITMENT':
      return <CommitmentPart />
    default:
      return <OutlinedPart part={part} />
  }
}

interface PartPanelProps extends PartContentProps {
  isOpen: boolean
  /** Reason of the lock. */
  why: string
  /** Called when a field loses the focus. */
  onBlur: () => void
}

/** The current part. A part that was not returned is shown read-only. */
export function PartPanel({ isOpen, why, onBlur, ...content }: PartPanelProps) {
  return (
    <fieldset
      disabled={!isOpen}
      onBlur={onBlur}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3"
    >
      <legend className="sr-only">{titleOfPart(content.part)}</legend>
      {!isOpen && (
        <p className="flex items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-ink-soft text-s">
          <Icon name="lock" />
          {why}
        </p>
      )}
      <PartContent {...content} />
    </fieldset>
  )
}
