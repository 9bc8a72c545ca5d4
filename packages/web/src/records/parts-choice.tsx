import { Checkbox } from '../ui/inputs.tsx'
import { type DemoPart, PILOT_PARTS, partOfField, titleOfPart } from './pilot-parts.ts'
import type { PartsChoiceProps, ReturnDraft } from './portal-kind.ts'

/** Parts of a demonstration project that its return opens: those chosen, and those of the remarks. */
export function openedParts({ parts = [], remarks }: ReturnDraft): DemoPart[] {
  const remarked = remarks.map(({ field, part }) => part ?? partOfField(field))
  return PILOT_PARTS.filter((part) => parts.includes(part) || remarked.includes(part))
}

/** The parts of a demonstration project that its return opens. A part with a remark is open in any case. */
export function PartsChoice({ draft, onParts, field }: PartsChoiceProps) {
  const { parts = [], remarks } = draft
  const opened = openedParts(draft)
  return (
    <fieldset ref={field} tabIndex={-1} className="border-line border-t px-4 py-3">
      <legend className="sr-only">退回的部分</legend>
      <h3 className="mb-1 flex flex-wrap items-baseline gap-x-2 font-medium text-body">
        <span>
          退回的部分<span className="ml-0.5 text-danger">*</span>
        </span>
        <span className="font-normal text-ink-faint text-xs">只有勾选的部分会开放修改</span>
      </h3>
      <ul className="rounded-md border border-line">
        {PILOT_PARTS.map((part) => {
          const count = remarks.filter((remark) => (remark.part ?? partOfField(remark.field)) === part).length
          const isOpen = opened.includes(part)
          return (
            <li
              key={part}
              className={`flex min-h-8 items-center justify-between border-line px-2.5 text-s not-first:border-t max-lg:min-h-10 ${isOpen ? 'bg-brand-soft' : ''}`}
            >
              <Checkbox
                checked={isOpen}
                disabled={count > 0}
                onChecked={(next) => onParts(next ? [...parts, part] : parts.filter((each) => each !== part))}
              >
                {titleOfPart(part)}
              </Checkbox>
              <span className={count > 0 ? 'text-danger' : 'text-ink-soft'}>
                {count > 0 ? `意见 ${count}` : isOpen ? '开放' : '锁定'}
              </span>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
