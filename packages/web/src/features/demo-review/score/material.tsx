import { useQuery } from '@tanstack/react-query'
import type { DemoProjectDetail, OutlineNode } from '@xinchu/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import { figure } from '../../../lib/figures.ts'
import { RecordFiles } from '../../../ui/record/record-files.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { reviewQueries } from '../queries.ts'
import { SectionContent } from './section-content.tsx'

type Part = 'APPLICATION' | 'IMPLEMENTATION' | 'BRIEF' | 'FILES'

const CHINESE = [
  '一',
  '二',
  '三',
  '四',
  '五',
  '六',
  '七',
  '八',
  '九',
  '十',
  '十一',
  '十二',
  '十三',
  '十四',
  '十五',
]

const leavesOf = (nodes: readonly OutlineNode[]): readonly OutlineNode[] =>
  nodes.flatMap((node) => (node.children?.length ? leavesOf(node.children) : [node]))

interface PaperProps {
  title: string
  nodes: readonly OutlineNode[]
  content: object | undefined
  marked: string | undefined
}

/** A part of the application as a page of a document. */
function Paper({ title, nodes, content, marked }: PaperProps) {
  const values = new Map<string, unknown>(Object.entries({ ...content }))
  if (!content) return <Empty>未提交{title}</Empty>
  return (
    <article className="mx-auto max-w-[760px] border border-line bg-surface px-5 py-6 font-serif text-[15px] leading-7 shadow-sm sm:px-9">
      <h2 className="mb-4 text-center font-sans font-semibold text-lg">{title}</h2>
      {leavesOf(nodes)
        .filter(({ fieldKey }) => fieldKey && fieldKey !== 'commitment')
        .map(({ id, fieldKey = '', title: heading }, at) => (
          <section
            key={id}
            id={`passage-${fieldKey}`}
            className={`mb-4 ${marked === fieldKey ? '-mx-3 border-warning border-l-[3px] bg-warning-soft px-3 py-1' : ''}`}
          >
            <h3 className="mb-1 font-sans font-semibold text-base">
              {CHINESE[at] ?? at + 1}、{heading}
            </h3>
            <SectionContent field={fieldKey} value={values.get(fieldKey)} />
          </section>
        ))}
    </article>
  )
}

function Brief({ brief }: { brief: DemoProjectDetail['brief'] }) {
  if (!brief) return <Empty>未提交项目简介</Empty>
  return (
    <article className="mx-auto max-w-[760px] border border-line bg-surface px-5 py-6 font-serif text-[15px] leading-7 shadow-sm sm:px-9">
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

interface MaterialProps {
  projectId: number
  /** Section to show and to mark, and a count that changes with each request for it. */
  jump: { field: string; no: number } | undefined
}

function Tab({ isOn, onPick, children }: { isOn: boolean; onPick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOn}
      onClick={onPick}
      className={`h-11 border-b-2 px-1 text-s ${isOn ? 'border-brand font-medium text-brand-ink' : 'border-transparent text-ink-soft hover:text-ink'}`}
    >
      {children}
    </button>
  )
}

/** The material of a project as documents. */
export function Material({ projectId, jump }: MaterialProps) {
  const { data, error, refetch } = useQuery(reviewQueries.material(projectId))
  const application = useQuery(reviewQueries.outline('APPLICATION')).data ?? []
  const implementation = useQuery(reviewQueries.outline('IMPLEMENTATION')).data ?? []
  const [part, setPart] = useState<Part>('APPLICATION')
  const [shown, setShown] = useState(jump?.no)
  if (jump && shown !== jump.no) {
    setShown(jump.no)
    setPart('APPLICATION')
  }
  const isReady = data !== undefined && application.length > 0
  useEffect(() => {
    if (jump && isReady) document.getElementById(`passage-${jump.field}`)?.scrollIntoView({ block: 'center' })
  }, [jump, isReady])
  const pick = (name: Part, label: string) => (
    <Tab isOn={part === name} onPick={() => setPart(name)}>
      {label}
    </Tab>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        role="tablist"
        aria-label="申报材料"
        className="flex gap-5 overflow-x-auto border-line border-b px-4"
      >
        {pick('APPLICATION', '申报书')}
        {pick('IMPLEMENTATION', '实施方案')}
        {pick('BRIEF', '项目简介')}
        {pick('FILES', `附件 ${data?.attachments.length ?? ''}`)}
      </div>
      {/* A scrolled region needs the keyboard. */}
      <section
        aria-label="材料内容"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto bg-sunken p-3 sm:p-4"
      >
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading rows={12} />}
        {data && (
          <>
            <p className="mb-3 text-center text-ink-soft text-s">
              {data.companyName}　{figure(data.ratedPower)} MW / {figure(data.ratedEnergy)} MWh
            </p>
            {part === 'APPLICATION' && (
              <Paper title="申报书" nodes={application} content={data.application} marked={jump?.field} />
            )}
            {part === 'IMPLEMENTATION' && (
              <Paper
                title="实施方案"
                nodes={implementation}
                content={data.implementation}
                marked={undefined}
              />
            )}
            {part === 'BRIEF' && <Brief brief={data.brief} />}
            {part === 'FILES' && <RecordFiles files={data.attachments} />}
          </>
        )}
      </section>
    </div>
  )
}
