import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { csvOf } from '../../lib/csv.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { DictLinks } from './area-links.tsx'
import { OwnerForm } from './owner-form.tsx'
import { OwnerMergeDialog } from './owner-merge.tsx'
import { type Owner, systemQueries } from './queries.ts'

type Line = Owner & { depth: number }

/** Owners in the order of their tree, each after the group it belongs to. */
function linesOf(owners: readonly Owner[]): Line[] {
  const known = new Set(owners.map(({ id }) => id))
  const below = (parentId: number | undefined, depth: number): Line[] =>
    owners
      .filter((owner) => (known.has(owner.parentId ?? 0) ? owner.parentId : undefined) === parentId)
      .flatMap((owner) => [{ ...owner, depth }, ...below(owner.id, depth + 1)])
  return below(undefined, 0)
}

const columns = columnsOf<Line>([
  {
    key: 'label',
    title: '全称',
    width: 280,
    cell: ({ label, depth }) => <span style={{ paddingInlineStart: `${depth * 1.5}em` }}>{label}</span>,
  },
  { key: 'shortName', title: '简称', width: 140 },
  { key: 'value', title: '代码', width: 110 },
  {
    key: 'type',
    title: '企业性质',
    width: 130,
    cell: ({ type }) => <DictText dict="owner_type" value={type} />,
  },
  { key: 'creditCode', title: '统一社会信用代码', width: 190 },
  { key: 'projectCount', title: '项目数', kind: 'number', width: 90 },
  { key: 'accountCount', title: '账号数', kind: 'number', width: 90 },
  {
    key: 'enabled',
    title: '状态',
    width: 80,
    value: ({ enabled }) => (enabled ? '启用' : '停用'),
    cell: ({ enabled }) => <StatusTag label={enabled ? '启用' : '停用'} />,
  },
])

const HEADS = ['代码', '全称', '简称', '统一社会信用代码', '项目数', '账号数', '状态']

/** Downloads all owners. */
async function exportOwners(owners: readonly Owner[]): Promise<void> {
  const lines = owners.map((owner) => [
    owner.value,
    owner.label,
    owner.shortName ?? '',
    owner.creditCode ?? '',
    String(owner.projectCount),
    String(owner.accountCount),
    owner.enabled ? '启用' : '停用',
  ])
  saveFile(csvOf([HEADS, ...lines]), '业主与集团.csv')
}

interface RowActionsProps {
  owner: Owner
  onChange: () => void
  onMerge: () => void
}

function RowActions({ owner, onChange, onMerge }: RowActionsProps) {
  return (
    <span className="flex">
      <Button look="quiet" onClick={onChange}>
        修改
      </Button>
      {owner.enabled && (
        <Button look="quiet" onClick={onMerge}>
          合并
        </Button>
      )}
    </span>
  )
}

/** 业主与集团: owners as a tree with their use. */
export function OwnerScreen() {
  const { data, error, refetch, isFetching } = useQuery(systemQueries.owners)
  const [changed, setChanged] = useState<Owner | 'new'>()
  const [merged, setMerged] = useState<Owner>()
  const rows = useMemo(() => data && linesOf(data), [data])
  return (
    <>
      <LocalTable
        id="owners"
        title="业主与集团"
        above={<DictLinks />}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ label }) => label}
        isSearchable
        isFetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        onExport={() => exportOwners(rows ?? [])}
        empty="还没有业主"
        actions={
          <Button look="primary" icon="plus" onClick={() => setChanged('new')}>
            新建业主
          </Button>
        }
        rowActions={(owner) => (
          <RowActions owner={owner} onChange={() => setChanged(owner)} onMerge={() => setMerged(owner)} />
        )}
        actionsWidth={140}
      />
      {changed && (
        <OwnerForm owner={changed === 'new' ? undefined : changed} onClose={() => setChanged(undefined)} />
      )}
      {merged && data && (
        <OwnerMergeDialog owner={merged} owners={data} onClose={() => setMerged(undefined)} />
      )}
    </>
  )
}
