import { Link } from '@tanstack/react-router'
import type { ProjectRow } from '@xinchu/sdk'
import { CountryStatus } from '@xinchu/sdk/codes'
import { sdk } from '../../app/sdk.ts'
import { WindowStatus } from '../../app/window-status.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { buttonClass } from '../../ui/button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { BatchFlow } from './batch-flow.tsx'
import { projectColumns, projectFilters, todoFilters } from './columns.tsx'
import { type ProjectListQuery, projectQueries } from './queries.ts'
import { StageBar } from './stage-bar.tsx'

async function exportProjects(query: ProjectListQuery): Promise<void> {
  const { sort: _sort, year: _year, quarter: _quarter, ...filter } = query
  const { blob, fileName } = await sdk.projects.download({ filter })
  saveFile(blob, fileName ?? '项目清单.xlsx')
}

const editLink = ({ id, editable, countryStatus }: ProjectRow) =>
  editable && (
    <Link
      to="/esproject/declare/form"
      search={{ id }}
      className="text-brand-ink text-s hover:underline"
      title={countryStatus === CountryStatus.stored ? '变更已入库的内容，重新提交审核' : '修改'}
    >
      {countryStatus === CountryStatus.stored ? '变更' : '修改'}
    </Link>
  )

interface ListProps {
  title: string
  /** Only projects that wait for this user's office. */
  todo?: boolean
  /** Only projects of this user's office, with buttons to create and continue them. */
  own?: boolean
}

const PROJECT_WINDOW = { fillType: 'PROJECT' } as const

export function ProjectList({ title, todo = false, own = false }: ListProps) {
  const fixed = { ...(todo ? { todo } : {}), ...(own ? { own } : {}) }
  return (
    <QueryTable
      id="es-project"
      title={title}
      query={projectQueries.list}
      fixed={fixed}
      columns={projectColumns}
      filters={todo ? todoFilters : projectFilters}
      rowId={({ id }) => id}
      rowLabel={({ projectName }) => projectName}
      empty={todo ? '没有待办理的项目' : '没有符合条件的项目'}
      above={<StageBar fixed={fixed} />}
      batch={(rows, clear) => <BatchFlow rows={rows} onDone={clear} />}
      actions={
        (own || todo) && (
          <>
            <WindowStatus query={PROJECT_WINDOW} />
            {own && (
              <Link to="/esproject/declare/form" className={buttonClass('primary')}>
                新建项目
              </Link>
            )}
          </>
        )
      }
      {...(own ? { rowActions: editLink, actionsWidth: 72 } : {})}
      {...(todo || own ? {} : { onExport: exportProjects, savesFilters: true })}
    />
  )
}
