import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { figure } from '../../../lib/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { DictText } from '../../../ui/dict-text.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import { LocalTable } from '../../../ui/table/local-table.tsx'
import { DictLinks } from '../area-links.tsx'
import { type Owner, systemQueries } from '../queries.ts'
import { OwnerForm } from './owner-form.tsx'
import { OwnerImportDialog, saveOwners } from './owner-import.tsx'
import { OwnerMergeDialog } from './owner-merge.tsx'

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

interface RowsProps {
  to: '/esproject/query/index' | '/system/org/index'
  owner: number
  count: number
}

/** A number that leads to its rows. */
function Rows({ to, owner, count }: RowsProps) {
  if (count === 0) return '0'
  return (
    <GrantedLink to={to} search={{ ownerGroupId: String(owner) }} className="text-brand-ink hover:underline">
      {figure(count)}
    </GrantedLink>
  )
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
  {
    key: 'projectCount',
    title: '项目数',
    kind: 'number',
    width: 90,
    cell: ({ id, projectCount }) => <Rows to="/esproject/query/index" owner={id} count={projectCount} />,
  },
  {
    key: 'orgCount',
    title: '机构数',
    kind: 'number',
    width: 90,
    cell: ({ id, orgCount }) => <Rows to="/system/org/index" owner={id} count={orgCount} />,
  },
  { key: 'accountCount', title: '账号数', kind: 'number', width: 90 },
  {
    key: 'enabled',
    title: '状态',
    width: 80,
    value: ({ enabled }) => (enabled ? '启用' : '停用'),
    cell: ({ enabled }) => <StatusTag label={enabled ? '启用' : '停用'} />,
  },
])

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

/** 业主与集团: owners as a tree with their use. An address may name the owner to find. */
export function OwnerScreen() {
  const client = useQueryClient()
  const [search] = usePorts().useSearch()
  const words = typeof search['words'] === 'string' ? search['words'] : ''
  const { data, error, refetch, isFetching } = useQuery(systemQueries.owners)
  const [changed, setChanged] = useState<Owner | 'new'>()
  const [isImporting, setImporting] = useState(false)
  const [merged, setMerged] = useState<Owner>()
  const rows = useMemo(() => data && linesOf(data), [data])
  return (
    <>
      <LocalTable
        key={words}
        words={words}
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
        onExport={() => saveOwners(client)}
        empty="还没有业主"
        actions={
          <>
            <Button icon="upload" onClick={() => setImporting(true)}>
              导入
            </Button>
            <Button look="primary" icon="plus" onClick={() => setChanged('new')}>
              新建业主
            </Button>
          </>
        }
        rowActions={(owner) => (
          <RowActions owner={owner} onChange={() => setChanged(owner)} onMerge={() => setMerged(owner)} />
        )}
        actionsWidth={110}
      />
      {changed && (
        <OwnerForm owner={changed === 'new' ? undefined : changed} onClose={() => setChanged(undefined)} />
      )}
      {isImporting && <OwnerImportDialog onClose={() => setImporting(false)} />}
      {merged && data && (
        <OwnerMergeDialog owner={merged} owners={data} onClose={() => setMerged(undefined)} />
      )}
    </>
  )
}
