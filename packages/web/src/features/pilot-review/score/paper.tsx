import type { DemoProjectDetail } from '@xinchu/sdk'
import { Empty } from '../../../ui/states.tsx'
import type { Passage } from './passages.ts'
import { SectionContent } from './section-content.tsx'

const PAGE =
  'mx-auto max-w-[760px] border border-line bg-surface px-5 py-6 font-serif text-[15px] leading-7 shadow-sm sm:px-9'

interface PaperProps {
  title: string
  passages: readonly Passage[]
  content: object | undefined
  marked: string | undefined
}

/** A part of the application as a page of a document. */
export function Paper({ title, passages, content, marked }: PaperProps) {
  const values = new Map<string, unknown>(Object.entries({ ...content }))
  if (!content) return <Empty>未提交{title}</Empty>
  return (
    <article className={PAGE}>
      <h2 className="mb-4 text-center font-sans font-semibold text-lg">{title}</h2>
      {passages.map(({ field, title: heading, level }) => {
        const Heading = level === 1 ? 'h3' : 'h4'
        return (
          <section
            key={field}
            id={`passage-${field}`}
            className={`mb-4 ${marked === field ? '-mx-3 border-warning border-l-[3px] bg-warning-soft px-3 py-1' : ''}`}
          >
            <Heading className={`mb-1 font-sans font-semibold ${level === 1 ? 'text-base' : 'text-sm'}`}>
              {heading}
            </Heading>
            <SectionContent field={field} value={values.get(field)} />
          </section>
        )
      })}
    </article>
  )
}

export function Brief({ brief }: { brief: DemoProjectDetail['brief'] }) {
  if (!brief) return <Empty>未提交项目简介</Empty>
  return (
    <article className={PAGE}>
      <h2 className="mb-4 text-center font-sans font-semibold text-lg">项目简介</h2>
      <p className="mb-3 font-medium">{brief.summary}</p>
      <p className="whitespace-pre-line indent-8">{brief.content}</p>
      <ul className="mt-3 list-disc pl-6">
        {brief.highlights?.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </article>
  )
}
