import { useMutation } from '@tanstack/react-query'
import { isXinchuError } from '@xinchu/sdk'
import { fields } from '@xinchu/sdk/fields'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { RecordText } from '../../ui/record/record-group.tsx'
import { type Column, columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { categories } from './categories.ts'
import {
  type Category,
  deleteSection,
  type Section,
  type SectionListQuery,
  sectionQueries,
  setSectionStatus,
} from './queries.ts'
import { SectionDetail } from './section-detail.tsx'
import { SectionForm } from './section-form.tsx'

type Filters = readonly Filter<Extract<keyof SectionListQuery, string>>[]

const filters: Filters = [{ kind: 'text', name: 'keyword', label: '关键字' }]
const editorFilters: Filters = [
  ...filters,
  { kind: 'dict', name: 'status', label: '状态', dict: 'section_status' },
]

const DRAFT = '0'
const PUBLISHED = '1'

const ofSpec = (name: string): Column<Section>[] =>
  fields.SectionUpdate.filter((spec) => spec.name === name).map((spec) => ({
    key: name,
    title: spec.caption,
    width: 150,
    cell: (section) => <RecordText spec={spec} record={section} />,
  }))

const columnsFor = (category: Category, isEditor: boolean, onOpen: (section: Section) => void) =>
  columnsOf<Section>([
    {
      key: 'title',
      title: '标题',
      width: 340,
      cell: (section) => (
        <button
          type="button"
          onClick={() => onOpen(section)}
          className="truncate text-left font-medium text-brand-ink hover:underline"
        >
          {section.title}
        </button>
      ),
    },
    ...(isEditor ? ofSpec('status') : []),
    ...categories[category].listed.flatMap(ofSpec),
  ])

interface ActionsProps {
  section: Section
  onChange: () => void
}

function EditorActions({ section, onChange }: ActionsProps) {
  const { status } = section
  const acting = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    onSuccess: () => notify('操作成功', 'success'),
    onError(error) {
      // There is no form here at whose fields it could stand.
      if (isXinchuError(error) && error.errors.length > 0) notify(error.message)
    },
  })
  const button = (label: string, act: () => Promise<void>) => (
    <Button look="quiet" disabled={acting.isPending} onClick={() => acting.mutate(act)}>
      {label}
    </Button>
  )
  return (
    <span className="flex">
      <Button look="quiet" onClick={onChange}>
        修改
      </Button>
      {status === PUBLISHED
        ? button('下线', () => setSectionStatus(section, '2'))
        : button('发布', () => setSectionStatus(section, PUBLISHED))}
      {status === DRAFT && button('删除', () => deleteSection(section.id))}
    </span>
  )
}

interface SectionListProps {
  category: Category
  /** Whether articles are written here, or only read. */
  isEditor: boolean
}

function SectionList({ category, isEditor }: SectionListProps) {
  const [opened, setOpened] = useState<Section>()
  const [changed, setChanged] = useState<Section | 'new'>()
  const columns = useMemo(() => columnsFor(category, isEditor, setOpened), [category, isEditor])
  const editing = isEditor && {
    actions: (
      <Button look="primary" icon="plus" onClick={() => setChanged('new')}>
        新增
      </Button>
    ),
    rowActions: (section: Section) => (
      <EditorActions section={section} onChange={() => setChanged(section)} />
    ),
    actionsWidth: 190,
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
        filters={isEditor ? editorFilters : filters}
        rowId={({ id }) => id}
        rowLabel={({ title: name }) => name}
        empty="暂无内容"
        {...editing}
      />
      {opened && <SectionDetail section={opened} onClose={() => setOpened(undefined)} />}
      {changed && (
        <SectionForm
          category={category}
          section={changed === 'new' ? undefined : changed}
          onClose={() => setChanged(undefined)}
        />
      )}
    </>
  )
}

export const PolicyEditor = () => <SectionList category="policy" isEditor />
export const PolicyReader = () => <SectionList category="policy" isEditor={false} />
export const IndustryEditor = () => <SectionList category="industry" isEditor />
export const IndustryReader = () => <SectionList category="industry" isEditor={false} />
export const PlatformEditor = () => <SectionList category="platform" isEditor />
export const PlatformReader = () => <SectionList category="platform" isEditor={false} />
