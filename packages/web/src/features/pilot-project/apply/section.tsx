import { countWords } from '@xinchu/validators'
import { type ReactNode, useId } from 'react'
import { Mark } from '../../../ui/field.tsx'
import { useForm, useFormSlice } from '../../../ui/form/context.ts'
import { useFieldLook } from '../../../ui/form/use-field.ts'
import { textAt } from '../../../ui/form/values.ts'
import { Textarea } from '../../../ui/inputs.tsx'
import { RuleCode } from '../../../ui/rule-code.tsx'
import { useApply } from './context.ts'

interface SectionProps {
  /** Field of the section; links of the form lead to it. */
  field: string
  no?: string | undefined
  title: string
  required?: boolean
  aside?: ReactNode
  children: ReactNode
}

/** 取自 2023 年申报, until the field is edited. */
function CopiedMark({ field }: { field: string }) {
  const { detail } = useApply()
  const { store } = useForm()
  const isAsCopied = useFormSlice(({ values }) => values[field] === store.options.initial[field])
  const copied = [detail.application, detail.implementation, detail.brief]
    .flatMap((part) => part?.copiedFields ?? [])
    .find((each) => each.field === field)
  return copied && isAsCopied ? (
    <span className="rounded bg-brand-soft px-1.5 text-brand-ink text-xs">
      取自 {copied.batchYear} 年申报
    </span>
  ) : null
}

/** A numbered section of a part. Focus within it makes it the current section. */
export function Section({ field, no, title, required = false, aside, children }: SectionProps) {
  const id = useId()
  const { setActive, active } = useApply()
  return (
    <section
      aria-labelledby={id}
      data-section={field}
      onFocusCapture={() => active !== field && setActive(field)}
      className="card scroll-mt-[calc(var(--frame-top,0px)+12px)]"
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-2 border-line border-b px-4 py-2">
        {no && <span className="min-w-4 text-ink-soft tabular-nums">{no}</span>}
        <h2 id={id} className="font-medium">
          {title}
          {required && <Mark />}
        </h2>
        <CopiedMark field={field} />
        <span className="ml-auto text-ink-soft text-s">{aside}</span>
      </header>
      {children}
    </section>
  )
}

const SCARCE = 0.95

interface Bounds {
  min?: number
  max: number
}

/** 97 / 600–2,000 字, with the number of characters missing or too many. */
export function WordCount({ name, min, max }: Bounds & { name: string }) {
  const words = useFormSlice(({ values }) => countWords(textAt(values, name)))
  const range = min ? `${min.toLocaleString('en')}–${max.toLocaleString('en')}` : max.toLocaleString('en')
  const isShort = min !== undefined && words > 0 && words < min
  const isOver = words > max
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 text-s tabular-nums">
      <span>
        <span className={isOver ? 'text-danger' : isShort || words > max * SCARCE ? 'text-warning' : ''}>
          {words.toLocaleString('en')}
        </span>
        {` / ${range} 字`}
      </span>
      {isShort && <span className="text-warning">还需 {min - words} 字</span>}
      {isOver && <span className="text-danger">超出 {words - max} 字</span>}
    </span>
  )
}

interface TextSectionProps extends Omit<SectionProps, 'children' | 'aside'>, Bounds {
  hint?: string | undefined
  children?: ReactNode
}

/** A section of running text, with a character count. */
export function TextSection({ hint, min, max, children, ...section }: TextSectionProps) {
  const { field, title } = section
  const { store } = useForm()
  const id = useId()
  const look = useFieldLook(field)
  const value = useFormSlice(({ values }) => textAt(values, field))
  const note = look.error ?? hint
  return (
    <Section {...section} aside={<WordCount name={field} max={max} {...(min ? { min } : {})} />}>
      <div className="px-4 pt-3.5 pb-2.5">
        <Textarea
          name={field}
          aria-label={title}
          aria-required={section.required}
          aria-invalid={look.error !== undefined && !look.isWarning}
          aria-describedby={id}
          rows={4}
          value={value}
          onValue={(text) => store.set({ [field]: text })}
          onBlur={() => store.touch(field)}
        />
        <p id={id} className={`mt-1 text-xs leading-4.5 ${look.error ? 'text-danger' : 'text-ink-faint'}`}>
          {note}
          {look.error && <RuleCode code={look.code} />}
        </p>
        {children}
      </div>
    </Section>
  )
}
