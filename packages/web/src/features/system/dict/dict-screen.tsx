import { useMutation, useQuery } from '@tanstack/react-query'
import { dictionaries } from '@xinchu/contract/dictionaries'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/form/combobox.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import { LocalTable } from '../../../ui/table/local-table.tsx'
import { DictLinks } from '../area-links.tsx'
import { type DictEntry, systemMutations, systemQueries } from '../queries.ts'
import { DictImport } from './dict-import.tsx'
import { saveDict } from './downloads.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryOrder } from './entry-order.tsx'
import { type EntryTask, EntryUsage } from './entry-usage.tsx'

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
  entry: DictEntry
  onChange: () => void
  onTask: (task: EntryTask) => void
}

function RowActions({ entry, onChange, onTask }: RowActionsProps) {
  const enabling = useMutation(systemMutations.changeEntry)
  return (
    <span className="flex">
      <Button look="quiet" onClick={onChange}>
        修改
      </Button>
      {entry.enabled === false ? (
        <Button
          look="quiet"
          busy={enabling.isPending}
          onClick={() => enabling.mutate({ entry, enabled: true })}
        >
          启用
        </Button>
      ) : (
        <Button look="quiet" onClick={() => onTask('disable')}>
          停用
        </Button>
      )}
      <Button look="quiet" onClick={() => onTask('delete')}>
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

type Asked =
  | { form: DictEntry | 'new' }
  | { task: EntryTask; entry: DictEntry }
  | { dialog: 'order' | 'import' }

interface DialogsProps {
  asked: Asked
  name: string
  entries: readonly DictEntry[]
  onAsk: (asked: Asked | undefined) => void
}

function Dialogs({ asked, name, entries, onAsk }: DialogsProps) {
  const onClose = () => onAsk(undefined)
  if ('form' in asked) {
    const { form } = asked
    return <EntryForm dictName={name} entry={form === 'new' ? undefined : form} onClose={onClose} />
  }
  if ('task' in asked)
    return (
      <EntryUsage {...asked} dictName={name} onTask={(task) => onAsk({ ...asked, task })} onClose={onClose} />
    )
  if (asked.dialog === 'import') return <DictImport dictName={name} onClose={onClose} />
  return <EntryOrder entries={entries} onClose={onClose} />
}

interface ToolsProps {
  name: string
  isOpen: boolean
  canOrder: boolean
  onAsk: (asked: Asked) => void
}

function Tools({ name, isOpen, canOrder, onAsk }: ToolsProps) {
  const saving = useMutation({ mutationFn: saveDict })
  return (
    <>
      <Button icon="download" busy={saving.isPending} onClick={() => saving.mutate(name)}>
        导出
      </Button>
      {isOpen && (
        <>
          <Button icon="upload" onClick={() => onAsk({ dialog: 'import' })}>
            导入
          </Button>
          {canOrder && <Button onClick={() => onAsk({ dialog: 'order' })}>调整顺序</Button>}
          <Button look="primary" icon="plus" onClick={() => onAsk({ form: 'new' })}>
            新建字典项
          </Button>
        </>
      )}
    </>
  )
}

/** Dictionaries. Those used by the platform's rules are read-only. */
export function DictScreen() {
  const [name, setName] = useState('tech_type')
  const [asked, setAsked] = useState<Asked>()
  const { data, error, refetch, isFetching } = useQuery(systemQueries.dict(name))
  const isOpen = !isClosed(name)
  const more = isOpen && {
    rowActions: (entry: DictEntry) => (
      <RowActions
        entry={entry}
        onChange={() => setAsked({ form: entry })}
        onTask={(task) => setAsked({ task, entry })}
      />
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
        actions={<Tools name={name} isOpen={isOpen} canOrder={(data?.length ?? 0) > 1} onAsk={setAsked} />}
        {...more}
      />
      {asked && <Dialogs asked={asked} name={name} entries={data ?? []} onAsk={setAsked} />}
    </>
  )
}
