import { useMutation } from '@tanstack/react-query'
import { SectionStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { isXinchuError } from '@xinchu/sdk'
import { useCallback, useMemo, useState } from 'react'
import { useView } from '../../app/views/view-context.ts'
import { today } from '../../lib/beijing.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DictTag } from '../../ui/dict-text.tsx'
import { Marked } from '../../ui/marked.tsx'
import { notify } from '../../ui/notice.tsx'
import { RecordText } from '../../ui/record/record-group.tsx'
import { type Column, columnsOf } from '../../ui/table/column.ts'
import { OpenButton } from '../../ui/table/open-button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { categories } from './categories.ts'
import { filtersFor } from './filters.ts'
import { type Category, type Section, sectionMutations, sectionQueries } from './queries.ts'
import { SectionDetail } from './section-detail.tsx'
import { ChangeSection, SectionForm } from './section-form.tsx'

const plainText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined

const ofSpec = (name: string): Column<Section>[] =>
  fields.SectionUpdate.filter((spec) => spec.name === name).map((spec) => ({
    key: name,
    title: spec.caption,
    width: spec.kind === 'string' ? 220 : 110,
    // The plain text tells how wide the column has to be.
    ...(spec.kind !== 'dict' && { value: (section: Section) => plainText(section[name as keyof Section]) }),
    cell: (section) => <RecordText spec={spec} record={section} />,
  }))

const STATUS: Column<Section> = {
  key: 'status',
  title: '状态',
  width: 150,
  cell: ({ status, live, onlineFrom }) => (
    <span className="flex items-center gap-1.5">
      <DictTag dict="section_status" value={status} />
      {status === SectionStatus.published && !live && (
        <span className="text-ink-soft text-xs">
          {onlineFrom && onlineFrom > today() ? `${onlineFrom} 起展示` : '已过展示期'}
        </span>
      )}
    </span>
  ),
}
const VIEWS: Column<Section> = { key: 'viewCount', title: '浏览次数', kind: 'number' }

/** The title, with the hits of a search and the sign of a pinned entry. */
function Title({ section, onOpen }: { section: Section; onOpen: () => void }) {
  const { title, pinned, hits } = section
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {pinned && (
        <span className="shrink-0 rounded border border-warning-line px-1 text-warning text-xs">置顶</span>
      )}
      <OpenButton onOpen={onOpen}>{hits ? <Marked pieces={hits.title} /> : title}</OpenButton>
    </span>
  )
}

interface ColumnsOptions {
  isEditor: boolean
  /** True if the list has a keyword, whose hits are marked. */
  isSearched: boolean
  onOpen: (section: Section) => void
}

const columnsFor = (category: Category, { isEditor, isSearched, onOpen }: ColumnsOptions) =>
  columnsOf<Section>([
    {
      key: 'title',
      title: '标题',
      width: 340,
      cell: (section) => <Title section={section} onOpen={() => onOpen(section)} />,
    },
    {
      key: 'hits',
      title: '命中内容',
      width: 360,
      hidden: !isSearched,
      value: ({ hits }) => hits?.text.map(({ text }) => text).join('') ?? '',
      cell: ({ hits }) => hits && <Marked pieces={hits.text} />,
    },
    ...(isEditor ? [STATUS] : []),
    ...categories[category].listed.flatMap(ofSpec),
    ...(isEditor ? [] : [VIEWS]),
  ])

type Task = 'open' | 'change' | 'complete' | 'offline' | 'delete'

interface ActionsProps {
  section: Section
  onTask: (task: Task) => void
}

const isRefused = (error: unknown) => isXinchuError(error) && error.errors.length > 0

function EditorActions({ section, onTask }: ActionsProps) {
  const { status } = section
  const publishing = useMutation({
    ...sectionMutations.setStatus,
    // The opened form shows the missing fields.
    meta: { ...sectionMutations.setStatus.meta, showsFieldErrors: true },
    onSuccess: () => notify('已发布', 'success'),
    onError: (error) => isRefused(error) && onTask('complete'),
  })
  const button = (label: string, task: Task) => (
    <Button look="quiet" className="px-2!" onClick={() => onTask(task)}>
      {label}
    </Button>
  )
  return (
    <span className="flex">
      {button('修改', 'change')}
      {status === SectionStatus.published ? (
        button('下线', 'offline')
      ) : (
        <Button
          look="quiet"
          className="px-2!"
          busy={publishing.isPending}
          onClick={() => publishing.mutate({ listed: section, status: SectionStatus.published })}
        >
          发布
        </Button>
      )}
      {status === SectionStatus.draft && button('删除', 'delete')}
    </span>
  )
}

interface TasksProps {
  task: Task | undefined
  section: Section | undefined
  onClose: () => void
}

/** The open dialog of one article. */
function Tasks({ task, section, onClose }: TasksProps) {
  if (!section) return null
  switch (task) {
    case 'open':
      return <SectionDetail listed={section} onClose={onClose} />
    case 'change':
    case 'complete':
      return <ChangeSection listed={section} isIncomplete={task === 'complete'} onClose={onClose} />
    case 'offline':
      return (
        <ConfirmDialog
          title="下线"
          description={`确定下线“${section.title}”吗？下线后查询用户不再看到，可重新发布。`}
          action="下线"
          write={sectionMutations.setStatus}
          variables={{ listed: section, status: SectionStatus.offline }}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <ConfirmDialog
          title="删除草稿"
          description={`确定删除“${section.title}”吗？删除后不能恢复。`}
          action="删除"
          write={sectionMutations.remove}
          variables={section.id}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}

interface SectionListProps {
  category: Category
  /** Whether the list allows editing. */
  isEditor: boolean
}

function SectionList({ category, isEditor }: SectionListProps) {
  const [isNew, setNew] = useState(false)
  const [task, setTask] = useState<Task>()
  const [section, setSection] = useState<Section>()
  const start = useCallback((next: Task, about: Section) => {
    setSection(about)
    setTask(next)
  }, [])
  const { search } = useView()
  const isSearched = Boolean(search['keyword'])
  const columns = useMemo(
    () => columnsFor(category, { isEditor, isSearched, onOpen: (about) => start('open', about) }),
    [category, isEditor, isSearched, start],
  )
  const editing = isEditor && {
    actions: (
      <Button look="primary" icon="plus" onClick={() => setNew(true)}>
        新增
      </Button>
    ),
    rowActions: (about: Section) => <EditorActions section={about} onTask={(next) => start(next, about)} />,
    actionsWidth: 140,
  }
  const { title } = categories[category]
  return (
    <>
      <QueryTable
        id={`sections-${category}`}
        title={`${title}${isEditor ? '管理' : '查询'}`}
        query={sectionQueries.list}
        fixed={{ category }}
        columns={columns}
        filters={filtersFor(category, isEditor)}
        rowId={({ id }) => id}
        rowLabel={({ title: name }) => name}
        empty="还没有发布内容"
        {...editing}
      />
      {isNew && <SectionForm category={category} section={undefined} onClose={() => setNew(false)} />}
      <Tasks task={task} section={section} onClose={() => setTask(undefined)} />
    </>
  )
}

export const PolicyEditor = () => <SectionList category="policy" isEditor />
export const PolicyReader = () => <SectionList category="policy" isEditor={false} />
export const IndustryEditor = () => <SectionList category="industry" isEditor />
export const IndustryReader = () => <SectionList category="industry" isEditor={false} />
export const PlatformEditor = () => <SectionList category="platform" isEditor />
export const PlatformReader = () => <SectionList category="platform" isEditor={false} />
