import { fields } from '@xinchu/contract/fields'
import { countWords } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Textarea } from '../../ui/inputs.tsx'
import type { Chapter } from './annual-chapters.ts'
import type { MoneyName, TextName } from './annual-model.ts'
import type { Annual } from './use-annual.ts'

const specOf = (name: string) => fields.AnnualReportFields.find((spec) => spec.name === name)
const moneySpecOf = (name: string) => fields.AnnualEconomy.find((spec) => spec.name === name)
const MONEY: readonly MoneyName[] = ['revenue', 'cost', 'profit']

interface ChapterCardProps {
  chapter: Chapter
  /** Beside the title. */
  note?: ReactNode
  children: ReactNode
}

/** A chapter under its number. */
export function ChapterCard({ chapter: { id, no, title }, note, children }: ChapterCardProps) {
  return (
    <section
      aria-labelledby={`annual-${id}`}
      className="card min-w-0 scroll-mt-[calc(var(--frame-top,0px)+12px)]"
    >
      <h2
        id={`annual-${id}`}
        tabIndex={-1}
        className="flex min-h-11 scroll-mt-[calc(var(--frame-top,0px)+12px)] flex-wrap items-center gap-x-3 border-line border-b px-4 py-2 font-medium"
      >
        {no}、{title}
        {note && <span className="font-normal text-ink-faint text-s">{note}</span>}
      </h2>
      {children}
    </section>
  )
}

/** The words of a chapter. */
export function AnnualText({ annual, name }: { annual: Annual; name: TextName }) {
  const { form, isOpen, change } = annual
  const spec = specOf(name)
  const text = form.texts[name]
  if (!isOpen)
    return (
      <p className={`whitespace-pre-wrap break-words px-4 py-3 ${text === '' ? 'text-ink-faint' : ''}`}>
        {text || '未填写'}
      </p>
    )
  return (
    <div className="px-4 py-3">
      <Textarea
        rows={4}
        aria-label={spec?.caption ?? name}
        aria-required={spec?.required !== undefined}
        placeholder={spec?.required === undefined ? '选填' : undefined}
        maxLength={spec?.maxLength}
        value={text}
        onValue={(next) => change({ texts: { ...form.texts, [name]: next } })}
      />
      <p className="mt-1 text-right text-ink-faint text-xs tabular-nums">
        {countWords(text)} / {spec?.maxLength} 字
      </p>
    </div>
  )
}

/** Revenue, cost and profit of the year, with words. */
export function AnnualEconomy({ annual }: { annual: Annual }) {
  const { form, isOpen, change } = annual
  return (
    <div className="grid gap-x-4 px-4 pt-3.5 sm:grid-cols-3">
      {MONEY.map((name) => {
        const spec = moneySpecOf(name)
        return (
          <Field key={name} label={spec?.caption ?? name}>
            {(control) => (
              <NumberInput
                {...control}
                disabled={!isOpen}
                unit={spec?.unit}
                value={form.money[name]}
                onValue={(text) => change({ money: { ...form.money, [name]: text } })}
              />
            )}
          </Field>
        )
      })}
      <Field label="经济效益说明" wide>
        {(control) => (
          <Textarea
            {...control}
            disabled={!isOpen}
            maxLength={moneySpecOf('text')?.maxLength}
            value={form.moneyText}
            onValue={(moneyText) => change({ moneyText })}
          />
        )}
      </Field>
    </div>
  )
}
