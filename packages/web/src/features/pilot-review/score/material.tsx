import { useQuery } from '@tanstack/react-query'
import type { DemoProjectDetail } from '@xinchu/sdk'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { figure } from '../../../lib/figures.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { RecordFiles } from '../../../ui/record/record-files.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { reviewQueries } from '../queries.ts'
import type { ItemGroup } from './model.ts'
import { Brief, Paper } from './paper.tsx'
import { passagesOf } from './passages.ts'
import { SelfTable } from './self-table.tsx'

const FilePreview = lazy(async () => ({
  default: (await import('../../../ui/record/file-preview.tsx')).FilePreview,
}))

type Part = 'APPLICATION' | 'IMPLEMENTATION' | 'BRIEF' | 'SELF' | 'FILES'

/** A link target in the material: a section of the application, or an item of the self-assessment. */
export interface Jump {
  part: 'APPLICATION' | 'SELF'
  /** Field of the section, or code of the item. */
  at: string
  /** Incremented by each request. */
  no: number
}

interface MaterialProps {
  projectId: number
  groups: readonly ItemGroup[]
  jump: Jump | undefined
}

function Tab({ isOn, onPick, children }: { isOn: boolean; onPick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOn}
      onClick={onPick}
      className={`h-11 whitespace-nowrap border-b-2 px-1 text-s ${isOn ? 'border-brand font-medium text-brand-ink' : 'border-transparent text-ink-soft hover:text-ink'}`}
    >
      {children}
    </button>
  )
}

/** Turns the pages of a scrolled region by `[` and `]`. */
function usePages(isOn: boolean) {
  const region = useRef<HTMLElement>(null)
  const turn = (by: number) => {
    const { current } = region
    current?.scrollBy({ top: by * current.clientHeight * 0.9 })
  }
  const key = (keys: string, does: string, by: number) => ({
    keys,
    where: '评分',
    does,
    ...(isOn ? { onPress: () => turn(by) } : {}),
  })
  useShortcuts([key('[', '材料上一页', -1), key(']', '材料下一页', 1)])
  return region
}

interface ShownProps extends MaterialProps {
  data: DemoProjectDetail
  part: Part
  onFile: (id: number) => void
}

/** The current part. */
function Shown({ data, part, groups, jump, onFile }: ShownProps) {
  const application = useQuery(reviewQueries.outline('APPLICATION')).data ?? []
  const implementation = useQuery(reviewQueries.outline('IMPLEMENTATION')).data ?? []
  const isReady = application.length > 0
  useEffect(() => {
    if (!jump || !isReady) return
    const prefix = jump.part === 'SELF' ? 'self' : 'passage'
    document.getElementById(`${prefix}-${jump.at}`)?.scrollIntoView({ block: 'center' })
  }, [jump, isReady])
  const marked = jump?.part === part ? jump.at : undefined
  if (part === 'APPLICATION')
    return (
      <Paper title="申报书" passages={passagesOf(application)} content={data.application} marked={marked} />
    )
  if (part === 'IMPLEMENTATION')
    return (
      <Paper
        title="实施方案"
        passages={passagesOf(implementation)}
        content={data.implementation}
        marked={undefined}
      />
    )
  if (part === 'BRIEF') return <Brief brief={data.brief} />
  if (part === 'SELF') return <SelfTable groups={groups} marked={marked} onFile={onFile} />
  return (
    <div className="card p-3">
      <RecordFiles files={data.attachments} onOpen={onFile} />
    </div>
  )
}

/** The material of a project as documents, with its files in place. */
export function Material(props: MaterialProps) {
  const { projectId, groups, jump } = props
  const { data, error, refetch } = useQuery(reviewQueries.material(projectId))
  const [part, setPart] = useState<Part>('APPLICATION')
  const [file, setFile] = useState<number>()
  const [shown, setShown] = useState(jump?.no)
  const region = usePages(file === undefined)
  if (jump && shown !== jump.no) {
    setShown(jump.no)
    setPart(jump.part)
    setFile(undefined)
  }
  const evidence = groups.flatMap(({ items }) => items.flatMap(({ self }) => self?.evidence ?? []))
  const pick = (name: Part, label: string) => (
    <Tab isOn={part === name} onPick={() => setPart(name)}>
      {label}
    </Tab>
  )
  if (file !== undefined && data)
    return (
      <Suspense fallback={<Loading rows={12} />}>
        <FilePreview
          files={part === 'SELF' ? evidence : data.attachments}
          current={file}
          onChange={setFile}
          onClose={() => setFile(undefined)}
        />
      </Suspense>
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        role="tablist"
        aria-label="申报材料"
        className="flex shrink-0 gap-5 overflow-x-auto border-line border-b px-4"
      >
        {pick('APPLICATION', '申报书')}
        {pick('IMPLEMENTATION', '实施方案')}
        {pick('BRIEF', '项目简介')}
        {pick('SELF', '指标自评')}
        {pick('FILES', `附件 ${data?.attachments.length ?? ''}`)}
      </div>
      {/* A scrolled region needs the keyboard. */}
      <section
        ref={region}
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
            <Shown {...props} data={data} part={part} onFile={setFile} />
          </>
        )}
      </section>
    </div>
  )
}
