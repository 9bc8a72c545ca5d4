import type { FieldSpec } from '@xinchu/validators'
import { useDeferredValue } from 'react'
import { numeral } from '../../../lib/numeral.ts'
import { markupOf } from '../../../lib/rich-text.ts'
import { isRecord } from '../../../lib/stored.ts'
import { type FormPart, pilotRows, titleOfPart } from '../../../records/pilot-parts.ts'
import { useFormSlice } from '../../../ui/form/context.ts'
import { draftOf, type FormValues, rowsAt, textAt } from '../../../ui/form/values.ts'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { RecordText } from '../../../ui/record/record-group.tsx'
import { entriesOf, useApply } from './context.ts'
import { masterGroups, pilotSpecs } from './model.ts'

const HIDDEN: ReadonlySet<string> = new Set(['id', 'actualDate', 'progressPct'])

interface TableProps {
  caption: string
  specs: readonly FieldSpec[]
  values: FormValues
  name: string
}

/** A table with the three rules of an official document. */
function DocumentTable({ caption, specs, values, name }: TableProps) {
  const rows = rowsAt(values, name)
  const shown = specs.filter((spec) => !HIDDEN.has(spec.name))
  if (rows.length === 0) return <Empty />
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse border-y-2 border-y-[#222] text-[11px]">
        <caption className="pb-1 text-[11px]">{caption}</caption>
        <thead>
          <tr className="border-[#222] border-b">
            {shown.map((spec) => (
              <th key={spec.name} scope="col" className="px-1 py-0.5 text-left font-normal">
                {spec.caption}
                {spec.unit && `（${spec.unit}）`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place
            <tr key={index} className="border-[#ccc] border-b">
              {shown.map((spec) => (
                <td key={spec.name} className="px-1 py-0.5">
                  {row[spec.name] || '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Empty = () => <p className="indent-[2em] text-[#767676]">（尚未填写）</p>

/** Plain text: markup is shown literally. */
function Text({ text }: { text: string }) {
  return text.trim() === '' ? <Empty /> : <Paragraphs content={markupOf(text)} isIndented />
}

/** Shows an id by the name that was loaded with the application, until it is changed. */
const NAMES = { ownerGroupId: 'ownerGroupName', esProjectId: 'linkedProjectCode' } as const

function Items({ specs, values }: { specs: readonly FieldSpec[]; values: FormValues }) {
  const { detail } = useApply()
  const { ownerGroupName, linkedProjectCode } = detail
  const kept = Object.entries(NAMES).filter(([id]) => {
    const stored = detail[id as keyof typeof NAMES] // Object.entries loses the names
    return stored !== undefined && String(stored) === textAt(values, id)
  })
  const names = Object.fromEntries(kept)
  const record = { ...draftOf(specs, values, pilotRows), ownerGroupName, linkedProjectCode }
  return (
    <dl className="grid gap-1">
      {specs.map((spec) => (
        <div key={spec.name} className="grid grid-cols-[8em_minmax(0,1fr)] gap-2">
          <dt className="text-[#555]">{spec.caption}</dt>
          <dd className="break-words">
            <RecordText spec={spec} record={record} names={names} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FieldContent({ field, values, no }: { field: string; values: FormValues; no: string }) {
  const rows = pilotRows[field]
  const value = values[field]
  if (field === 'economy' && rows) return <Items specs={rows} values={isRecord(value) ? value : {}} />
  if (rows)
    return (
      <DocumentTable
        caption={`表 ${no}-1　${pilotSpecs.find(({ name }) => name === field)?.caption ?? ''}`}
        specs={rows}
        values={values}
        name={field}
      />
    )
  if (Array.isArray(value)) return <Text text={value.map(String).join('\n')} />
  return <Text text={textAt(values, field)} />
}

interface Heading {
  field: string
  no: string
  title: string
}

const BRIEF_HEADINGS: readonly Heading[] = [
  { field: 'summary', no: '1', title: '一句话简介' },
  { field: 'content', no: '2', title: '简介正文' },
  { field: 'highlights', no: '3', title: '项目亮点' },
]

const headingText = ({ no, title }: Heading) => {
  const [chapter = '', section] = no.split('.')
  return section ? `（${numeral(Number(section))}）${title}` : `${numeral(Number(chapter))}、${title}`
}

function useHeadings(part: FormPart): readonly Heading[] {
  const { outline } = useApply()
  if (part === 'BRIEF') return BRIEF_HEADINGS
  if (part !== 'APPLICATION' && part !== 'IMPLEMENTATION') return []
  return entriesOf(outline[part]).map(({ fieldKey = '', no, title }) => ({ field: fieldKey, no, title }))
}

/** Shown in the heading of the form. */
const BATCH: ReadonlySet<string> = new Set(['batchYear', 'batchNo'])

/** Preview of the document, scrolled to the current section. */
export function DocumentPreview() {
  const { part, active } = useApply()
  const values = useDeferredValue(useFormSlice((state) => state.values))
  const headings = useHeadings(part)
  const at = Math.max(
    0,
    headings.findIndex(({ field }) => field === active),
  )
  return (
    <div className="bg-sunken p-3">
      <article
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        aria-label={`${titleOfPart(part)}预览`}
        className="max-h-[min(60dvh,560px)] min-h-60 overflow-y-auto border border-line bg-white px-5 py-6 font-serif text-[#222] text-[12.5px] leading-6 shadow-sm"
      >
        {part === 'MASTER' &&
          masterGroups.map(({ id, title, members }, index) => (
            <section key={id} className="mb-3">
              <h3 className="font-sans font-semibold">
                {numeral(index + 1)}、{title}
              </h3>
              <Items
                specs={members.filter(({ kind, name }) => kind !== 'rows' && !BATCH.has(name))}
                values={values}
              />
            </section>
          ))}
        {headings.slice(at, at + 2).map((heading) => (
          <section key={heading.field} className="mb-3">
            <h3 className="font-sans font-semibold">{headingText(heading)}</h3>
            <FieldContent field={heading.field} values={values} no={heading.no.split('.')[0] ?? ''} />
          </section>
        ))}
        {part !== 'MASTER' && headings.length === 0 && (
          <p className="text-[#767676]">此部分不进入文档正文，随文档一并报送。</p>
        )}
      </article>
    </div>
  )
}
