import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { regionQuery } from '../../../app/session-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { DictText } from '../../../ui/dict-text.tsx'
import { Checkbox, Input } from '../../../ui/inputs.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import { LocalTable } from '../../../ui/table/local-table.tsx'
import { useIsAdmin } from '../is-admin.ts'
import { overviewQuery, type Succession } from './region-queries.ts'
import { FoundRegions, RegionLevel, TreeHead } from './region-tree.tsx'
import { SuccessionDialog } from './succession-dialog.tsx'

const columns = columnsOf<Succession>([
  { key: 'effectiveDate', title: '变更日期', width: 110 },
  {
    key: 'kind',
    title: '类型',
    width: 70,
    cell: ({ kind }) => <DictText dict="region_change" value={kind} />,
  },
  { key: 'fromName', title: '原区划', width: 150, value: (row) => `${row.fromName} ${row.fromCode}` },
  { key: 'toName', title: '并入区划', width: 150, value: (row) => `${row.toName} ${row.toCode}` },
  { key: 'documentNo', title: '批准文号', width: 150 },
  { key: 'note', title: '说明', width: 300 },
])

/** Divisions as a tree with their use. */
function Divisions() {
  const [text, setText] = useState('')
  const [showsEnded, setShowsEnded] = useState(false)
  const words = useDeferredValue(text.trim())
  const { data: regions, error, refetch } = useQuery(regionQuery)
  const { data: overview } = useQuery(overviewQuery)
  const usage = useMemo(() => new Map((overview?.usage ?? []).map((each) => [each.code, each])), [overview])
  const shared = { usage, regions: regions ?? [], showsEnded }
  return (
    <section className="card overflow-clip" aria-labelledby="regions-title">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2.5">
        <h1 id="regions-title" className="mr-auto font-medium text-base">
          行政区划
        </h1>
        <Checkbox checked={showsEnded} onChecked={setShowsEnded}>
          显示已终止的区划
        </Checkbox>
        <div className="w-52">
          <Input
            type="search"
            aria-label="查找行政区划"
            placeholder="名称或代码"
            value={text}
            onValue={setText}
          />
        </div>
      </header>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : regions ? (
        <>
          <TreeHead />
          {words === '' ? (
            <RegionLevel nodes={regions} {...shared} />
          ) : (
            <FoundRegions words={words} {...shared} />
          )}
        </>
      ) : (
        <Loading rows={12} />
      )}
    </section>
  )
}

/** 行政区划: divisions with their projects and offices, and their successions. */
export function RegionScreen() {
  const isAdmin = useIsAdmin()
  const [isRecording, setRecording] = useState(false)
  const { data, error, refetch, isFetching } = useQuery(overviewQuery)
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Divisions />
      <LocalTable
        isPart
        id="region-successions"
        title="区划沿革"
        rows={data?.successions}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ fromName }) => fromName}
        isFetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        empty="还没有记录区划沿革"
        actions={
          isAdmin && (
            <Button look="primary" icon="plus" onClick={() => setRecording(true)}>
              记录沿革
            </Button>
          )
        }
      />
      {isRecording && <SuccessionDialog onClose={() => setRecording(false)} />}
    </div>
  )
}
