import { useQuery } from '@tanstack/react-query'
import { dictionaries } from '@xinchu/sdk/fields'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { DictLinks } from './area-links.tsx'
import { EntryForm } from './entry-form.tsx'
import { type DictEntry, systemMutations, systemQueries } from './queries.ts'

const options = Object.entries(dictionaries).map(([value, { title }]) => ({
  value,
  label: `${title}（${value}）`,
}))
const isClosed = (name: string) =>
  Object.entries(dictionaries).some(([each, { closed }]) => each === name && closed)

const columns = columnsOf<DictEntry>([
  { key: 'label', title: '名称', width: 240 },
  { key: 'value', title: '取值', width: 140 },
  { key: 'parent', title: '上级取值', width: 120 },
  { key: 'dictSort', title: '排序', kind: 'number' },
  {
    key: 'enabled',
    title: '状态',
    width: 90,
    value: ({ enabled = true }) => (enabled ? '启用' : '停用'),
    cell: ({ enabled = true }) => <StatusTag label={enabled ? '启用' : '停用'} />,
  },
  { key: 'updateTime', title: '更新时间', width: 170, hidden: true },
])

interface RowActionsProps {
  onChange: () => void
  onDelete: () => void
}

function RowActions({ onChange, onDelete }: RowActionsProps) {
  return (
    <span className="flex">
      <Button look="quiet" onClick={onChange}>
        修改
      </Button>
      <Button look="quiet" onClick={onDelete}>
        删除
      </Button>
    </span>
  )
}

interface PickerProps {
  name: string
  onName: (name: string) => void
}

function DictPicker({ name, onName }: PickerProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span className="shrink-0 text-ink-soft text-s">字典</span>
      <div className="w-full max-w-sm sm:w-96">
        <Combobox aria-label="字典" value={name} onValue={(next) => next && onName(next)} options={options} />
      </div>
      {isClosed(name) && (
        <span className="flex items-center gap-1.5 text-ink-faint text-s">
          <Icon name="lock" />
          系统内置，业务规则依赖其取值，只能查看
        </span>
      )}
    </div>
  )
}

/** Dictionaries. Those used by the platform's rules are read-only. */
export function DictScreen() {
  const [name, setName] = useState('tech_type')
  const [changed, setChanged] = useState<DictEntry | 'new'>()
  const [removed, setRemoved] = useState<DictEntry>()
  const { data, error, refetch, isFetching } = useQuery(systemQueries.dict(name))
  const isOpen = !isClosed(name)
  const more = isOpen && {
    actions: (
      <Button look="primary" icon="plus" onClick={() => setChanged('new')}>
        新建字典项
      </Button>
    ),
    rowActions: (entry: DictEntry) => (
      <RowActions onChange={() => setChanged(entry)} onDelete={() => setRemoved(entry)} />
    ),
    actionsWidth: 140,
  }
  return (
    <>
      <LocalTable
        id="dict-entries"
        title="字典管理"
        above={
          <>
            <DictLinks />
            <DictPicker name={name} onName={setName} />
          </>
        }
        rows={data}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ label }) => label}
        isSearchable
        isFetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        empty="该字典没有字典项"
        {...more}
      />
      {changed && (
        <EntryForm
          dictName={name}
          entry={changed === 'new' ? undefined : changed}
          onClose={() => setChanged(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title="删除字典项"
          description={`确定删除“${removed.label}”吗？已被引用的不可删除。`}
          action="删除"
          write={systemMutations.deleteEntry}
          variables={removed.id}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  )
}
