import { today } from '../../lib/beijing.ts'
import { type DemoPart, PILOT_PARTS, titleOfPart } from '../../records/pilot-parts.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input } from '../../ui/inputs.tsx'
import { OpinionField } from './opinion-field.tsx'
import type { DemoFlowRequest } from './queries.ts'

/** Input of a return: a remark for each part that it opens, the deadline, and the opinion. */
export interface Returning {
  /** Remark by opened part; empty until it is written. */
  parts: Partial<Record<DemoPart, string>>
  dueDate: string
  opinion: string
}

export const NOTHING_RETURNED: Returning = { parts: {}, dueDate: '', opinion: '' }

// Object.keys loses the names of the keys.
export const partsOf = ({ parts }: Returning) => PILOT_PARTS.filter((part) => parts[part] !== undefined)

/** Returns why a return cannot be sent yet; undefined if it can. `remarked` parts have remarks from elsewhere. */
export function whyNotReturned(
  returning: Returning,
  remarked: ReadonlySet<DemoPart> = new Set(),
): string | undefined {
  const parts = partsOf(returning)
  if (parts.length === 0) return '请勾选退回的部分'
  const silent = parts.find((part) => !remarked.has(part) && !returning.parts[part]?.trim())
  if (silent) return `请填写${titleOfPart(silent)}的意见`
  if (returning.dueDate === '') return '请填写补正截止日期'
  return returning.opinion.trim() === '' ? '请填写总意见' : undefined
}

/** The request of a return. */
export const returnRequest = (
  ids: number[],
  returning: Returning,
  more: readonly { part: DemoPart; text: string; ruleCode?: string }[] = [],
): DemoFlowRequest => {
  const own = partsOf(returning).flatMap((part) => {
    const text = returning.parts[part]?.trim()
    return text ? [{ part, text }] : []
  })
  return {
    ids,
    action: 'RETURN',
    opinion: returning.opinion.trim(),
    parts: partsOf(returning),
    dueDate: returning.dueDate,
    remarks: ids.map((id) => ({ id, remarks: [...more, ...own] })),
  }
}

interface Props {
  value: Returning
  onChange: (value: Returning) => void
  /** Number of remarks that a part has from elsewhere. */
  counts?: Partial<Record<DemoPart, number>>
}

/** Parts to open, a remark for each, deadline and opinion. */
export function ReturnFields({ value, onChange, counts = {} }: Props) {
  const { parts, dueDate, opinion } = value
  const toggle = (part: DemoPart, isOn: boolean) => {
    const { [part]: _left, ...rest } = parts
    onChange({ ...value, parts: isOn ? { ...rest, [part]: '' } : rest })
  }
  return (
    <>
      <fieldset className="mb-3">
        <legend className="mb-1 text-s">
          退回的部分 <span className="text-ink-faint">只有勾选的部分会开放修改</span>
        </legend>
        <ul className="rounded-md border border-line">
          {PILOT_PARTS.map((part) => {
            const isOn = parts[part] !== undefined
            const count = counts[part] ?? 0
            return (
              <li
                key={part}
                className={`border-line px-2.5 py-1 text-s not-first:border-t ${isOn ? 'bg-brand-soft' : ''}`}
              >
                <span className="flex min-h-8 items-center justify-between">
                  <Checkbox checked={isOn} onChecked={(next) => toggle(part, next)}>
                    {titleOfPart(part)}
                  </Checkbox>
                  <span className={count > 0 ? 'text-danger' : 'text-ink-soft'}>
                    {count > 0 ? `意见 ${count}` : isOn ? '开放' : '锁定'}
                  </span>
                </span>
                {isOn && (
                  <span className="block pb-1.5">
                    <Input
                      aria-label={`${titleOfPart(part)}的意见`}
                      placeholder={count > 0 ? '补充意见（选填）' : '意见：应改正什么'}
                      maxLength={500}
                      value={parts[part] ?? ''}
                      onValue={(text) => onChange({ ...value, parts: { ...parts, [part]: text } })}
                    />
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      </fieldset>
      <Field label="补正截止" required>
        {(control) => (
          <DateInput
            {...control}
            isStrict
            min={today()}
            value={dueDate}
            onValue={(day) => onChange({ ...value, dueDate: day })}
          />
        )}
      </Field>
      <OpinionField
        label="总意见"
        required
        value={opinion}
        onValue={(text) => onChange({ ...value, opinion: text })}
      />
    </>
  )
}
