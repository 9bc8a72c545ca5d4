import { type KeyboardEvent, useId } from 'react'
import { figure } from '../../../lib/figures.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Textarea } from '../../../ui/inputs.tsx'
import {
  bandFor,
  commentKey,
  commentReason,
  type Item,
  scoreError,
  scoreKey,
  scoreOf,
  stepped,
} from './model.ts'
import type { Sheet } from './use-sheet.ts'

interface ItemProps {
  item: Item
  sheet: Sheet
  isOpen: boolean
  onOpen: () => void
  /** Shows the section of the application. */
  onJump: () => void
  /** Shows the item of the self-assessment with its evidence. */
  onSelf: () => void
}

const side =
  'grid w-9 place-items-center text-ink-soft hover:not-disabled:bg-hover disabled:opacity-50 max-lg:w-11'

/** The score with its two steps. Arrow keys add or take half a point. */
function Stepper({ item, sheet, onOpen, describedBy }: ItemProps & { describedBy: string }) {
  const key = scoreKey(item.id)
  const text = sheet.values[key] ?? ''
  const error = scoreError(text, item.fullScore)
  const step = (by: 1 | -1) => {
    onOpen()
    sheet.change(key, stepped(text, by, item.fullScore))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    if (!sheet.isLocked) step(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <div
      className={`flex h-8 shrink-0 overflow-hidden rounded-md border bg-surface focus-within:outline-2 focus-within:outline-focus max-lg:h-11 ${error ? 'border-danger' : 'border-line-control'}`}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${item.name}减 0.5 分`}
        disabled={sheet.isLocked}
        className={side}
        onClick={() => step(-1)}
      >
        <Icon name="minus" size={14} />
      </button>
      <input
        data-score={key}
        aria-label={`${item.code} ${item.name}，满分 ${item.fullScore}`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy}
        inputMode="decimal"
        autoComplete="off"
        placeholder="–"
        readOnly={sheet.isLocked}
        value={text}
        onFocus={onOpen}
        onKeyDown={press}
        onChange={(event) => sheet.change(key, event.target.value.trim())}
        className="w-14 border-line border-x bg-transparent text-center outline-none"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${item.name}加 0.5 分`}
        disabled={sheet.isLocked}
        className={side}
        onClick={() => step(1)}
      >
        <Icon name="plus" size={14} />
      </button>
    </div>
  )
}

function Bands({ item, score }: { item: Item; score: number | undefined }) {
  const fitting = bandFor(item.bands, score)
  if (item.bands.length === 0) return item.rule ? <p className="text-ink-soft text-xs">{item.rule}</p> : null
  return (
    <ul aria-label="评分细则" className="grid gap-1.5 sm:grid-cols-3">
      {item.bands.map((band) => (
        <li
          key={band.low}
          aria-current={band === fitting || undefined}
          className={`rounded border px-2 py-1 text-xs leading-snug ${band === fitting ? 'border-2 border-brand bg-surface' : 'border-line bg-surface'}`}
        >
          <span className="block font-medium">
            {band.low === band.high ? band.low : `${band.low}–${band.high}`}
          </span>
          <span className="text-ink-soft">{band.text}</span>
        </li>
      ))}
    </ul>
  )
}

/** Details of the open item: rule, self-assessment, passage and comment. */
function Opened({ item, sheet, onJump, onSelf }: ItemProps) {
  const id = useId()
  const key = commentKey(item.id)
  const score = scoreOf(sheet.values, item)
  const reason = commentReason(item, score)
  const { self, passage } = item
  return (
    <div className="grid gap-2 px-4 pb-3">
      <Bands item={item} score={score} />
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
        <span>{self?.selfScore === undefined ? '未自评' : `自评 ${self.selfScore}`}</span>
        {self && (
          <button type="button" onClick={onSelf} className="text-brand-ink hover:underline">
            {self.evidence.length > 0 ? `佐证 ${self.evidence.length} 份` : '自评说明'}
          </button>
        )}
        {passage && (
          <button type="button" onClick={onJump} className="text-brand-ink hover:underline">
            申报书{passage.label}
          </button>
        )}
      </p>
      <div>
        <Textarea
          aria-label={`${item.code} 评语`}
          aria-describedby={reason ? id : undefined}
          aria-required={reason !== undefined}
          data-score={key}
          rows={1}
          className="min-h-9!"
          maxLength={500}
          readOnly={sheet.isLocked}
          placeholder={reason ? '评语（必填）' : '评语（选填）'}
          value={sheet.values[key] ?? ''}
          onValue={(text) => sheet.change(key, text)}
        />
        {reason && (
          <p id={id} className="mt-0.5 text-warning text-xs">
            {reason}
          </p>
        )}
      </div>
    </div>
  )
}

/** One item of the sheet. The current one is open. */
export function ItemRow(props: ItemProps) {
  const { item, sheet, isOpen, onOpen } = props
  const id = useId()
  const error = scoreError(sheet.values[scoreKey(item.id)] ?? '', item.fullScore)
  return (
    <li
      className={`border-line border-b ${isOpen ? 'border-l-[3px] border-l-brand bg-brand-soft' : 'border-l-[3px] border-l-transparent'}`}
    >
      <div className="flex min-h-11 items-center gap-3 px-4 py-1">
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={isOpen}
          onClick={onOpen}
          className="min-w-0 flex-1 text-left"
        >
          <span className="mr-2 text-ink-faint text-s">{item.code}</span>
          {item.name}
          {item.self?.value !== undefined && (
            <span className="ml-1.5 whitespace-nowrap text-ink-soft text-xs">
              {figure(item.self.value)}
              {item.unit && ` ${item.unit}`}
            </span>
          )}
          {error && (
            <span id={id} role="alert" className="ml-2 text-danger text-xs">
              {error}
            </span>
          )}
        </button>
        <Stepper {...props} describedBy={id} />
        <span className="w-9 shrink-0 text-ink-faint text-s">/ {item.fullScore}</span>
      </div>
      {isOpen && <Opened {...props} />}
    </li>
  )
}
