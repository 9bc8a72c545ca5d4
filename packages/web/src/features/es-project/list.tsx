import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CountryStatus } from '@xinchu/contract/codes'
import type { ProjectRow } from '@xinchu/sdk'
import { type ReactNode, useCallback, useState } from 'react'
import { GrantedAction } from '../../app/granted-action.tsx'
import { sdkOf } from '../../app/sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { StartLink } from '../../app/start-link.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { useOrigin } from '../../records/project-name.tsx'
import { projectSums } from '../../records/project-sums.ts'
import { readerOf } from '../../records/reader.ts'
import { WindowStatus } from '../../records/window-status.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import type { RowAction } from '../../ui/table/row-action.ts'
import { ACTIONS, type Action, actionsOf, nameOf } from './batch-actions.ts'
import { BatchFlow, FlowDialogs } from './batch-flow.tsx'
import { projectFilters, projectPreset, todoFilters } from './columns.tsx'
import { MarkChips } from './mark-chips.tsx'
import { SUSPECTED } from './marks.tsx'
import { type ProjectListQuery, projectQueries, selectProjects } from './queries.ts'
import { StageBar } from './stage-bar.tsx'

/** Export fields of a list column. A column without any is only in the list. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  status: ['declareStatus', 'countryStatus'],
  provinceName: ['provinceCode'],
  place: ['cityCode', 'countyCode'],
  buildStatusLabel: ['buildStatus'],
  techTypeLabel: ['techType', 'appSubScenario'],
  ownerGroupName: ['ownerGroupId'],
  waitingDays: [],
  marks: ['repeatFlag'],
}

async function exportProjects(
  query: ProjectListQuery,
  client: QueryClient,
  shown?: readonly string[],
): Promise<void> {
  const { sort = [], year: _year, quarter: _quarter, withSums: _sums, ...filter } = query
  const columns = [...new Set(shown?.flatMap((key) => EXPORTED[key] ?? [key]))]
  const { projects } = sdkOf(client)
  const { blob, fileName } = await projects.download({ filter, sort, ...(shown ? { columns } : {}) })
  saveFile(blob, fileName ?? '项目清单.xlsx')
}

function Chosen({ rows, onDone }: { rows: readonly ProjectRow[]; onDone: () => void }) {
  const repeats = rows.filter(({ repeatScore = 0 }) => repeatScore >= SUSPECTED).length
  const warned = rows.filter(({ warningCount = 0 }) => warningCount > 0).length
  const marks = [repeats > 0 && `疑似重复 ${repeats}`, warned > 0 && `有警告 ${warned}`].filter(Boolean)
  return (
    <>
      {marks.length > 0 && <span className="text-ink-soft">其中{marks.join('、')}</span>}
      <BatchFlow rows={rows} none="所选项目没有可同时办理的事项" onDone={onDone} />
    </>
  )
}

interface Asked {
  action: Action
  row: ProjectRow
}

/** Menu of a row: opens, changes and moves the project. */
function useRowMenu(ask: (asked: Asked) => void): (row: ProjectRow) => readonly RowAction[] {
  const navigate = useNavigate()
  const { from } = useOrigin()
  return useCallback(
    (row) => {
      const id = String(row.id)
      const search = from ? { from } : {}
      const isStored = row.countryStatus === CountryStatus.stored
      return [
        {
          label: '打开',
          onSelect: () => void navigate({ to: '/esproject/detail/$id', params: { id }, search }),
        },
        ...(row.editable
          ? [
              {
                label: isStored ? '变更' : '修改',
                onSelect: () => void navigate({ to: '/esproject/declare/form', search: { id } }),
              },
            ]
          : []),
        ...actionsOf([row]).map((action) => ({
          label: nameOf([row], action),
          isDanger: ACTIONS[action].look === 'danger',
          onSelect: () => ask({ action, row }),
        })),
      ]
    },
    [navigate, from, ask],
  )
}

interface ListProps {
  title: string
  /** Only projects that wait for this user's office. */
  todo?: boolean
  /** Only projects of this user's office, with buttons to create and continue them. */
  own?: boolean
}

const PROJECT_WINDOW = { fillType: 'PROJECT' } as const

/** Text of an empty list, and the suggested first step. */
function firstSteps(todo: boolean, own: boolean): { empty: string; emptyAction: ReactNode } {
  if (todo)
    return {
      empty: '没有待办理的项目，下级提交后会列在这里',
      emptyAction: <StartLink to="/esproject/query/index">查看全部项目</StartLink>,
    }
  if (own)
    return {
      empty: '还没有项目，可逐个新建，也可用工作簿批量导入',
      emptyAction: <StartLink to="/esproject/import/index">批量导入</StartLink>,
    }
  return {
    empty: '本单位可见范围内还没有项目',
    emptyAction: <StartLink to="/esproject/declare/index">去申报项目</StartLink>,
  }
}

export function ProjectList({ title, todo = false, own = false }: ListProps) {
  const fixed = { ...(todo ? { todo } : {}), ...(own ? { own } : {}) }
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const [asked, setAsked] = useState<Asked>()
  const rowMenu = useRowMenu(setAsked)
  const closeAsked = () => setAsked(undefined)
  const filters = todo ? todoFilters : projectFilters
  const reader = readerOf(user)
  const kind = todo ? 'review' : 'query'
  const list = own ? 'own' : kind
  return (
    <>
      <QueryTable
        id="es-project"
        title={title}
        query={projectQueries.list}
        fixed={{ ...fixed, withSums: true }}
        columns={projectPreset(reader, kind)}
        preset={{ key: `es-project-${list}`, name: `${reader} ${kind} 1` }}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ projectName }) => projectName}
        counter="件"
        noun="项目"
        {...firstSteps(todo, own)}
        beside={
          <>
            <StageBar fixed={fixed} filters={filters} />
            <MarkChips fixed={fixed} filters={filters} />
          </>
        }
        sums={projectSums}
        rowMenu={rowMenu}
        all={selectProjects}
        batch={(rows, clear) => <Chosen rows={rows} onDone={clear} />}
        actions={
          (own || todo) && (
            <>
              <WindowStatus query={PROJECT_WINDOW} />
              {own && (
                <GrantedAction to="/esproject/declare/form" className={buttonClass('primary')}>
                  新建项目
                </GrantedAction>
              )}
            </>
          )
        }
        {...(todo || own ? {} : { onExport: exportProjects, isExportOrdered: true, savesFilters: true })}
      />
      {asked && (
        <FlowDialogs action={asked.action} rows={[asked.row]} onDone={closeAsked} onClose={closeAsked} />
      )}
    </>
  )
}
