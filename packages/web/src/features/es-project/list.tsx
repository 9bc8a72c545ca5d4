import { Link } from '@tanstack/react-router'
import type { ProjectRow } from '@xinchu/sdk'
import { sdk } from '../../app/sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { buttonClass } from '../../ui/button.tsx'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { BatchFlow } from './batch-flow.tsx'
import { projectColumns, projectFilters } from './columns.tsx'
import { type ProjectListQuery, projectQueries } from './queries.ts'

export { readListSearch } from '../../lib/list-search.ts'

async function exportProjects({ sort: _sort, todo: _todo, ...filter }: ProjectListQuery): Promise<void> {
  const { blob, fileName } = await sdk.projects.download({ filter })
  saveFile(blob, fileName ?? '项目清单.xlsx')
}

const editLink = ({ id, actions }: ProjectRow) =>
  actions?.includes('SUBMIT') && (
    <Link
      to="/esproject/declare/form"
      search={{ id }}
      className="text-brand-ink text-s hover:underline"
      title="修改"
    >
      修改
    </Link>
  )

interface ListProps {
  title: string
  /** Only what waits for this user. */
  todo?: boolean
  /** Offers to begin a new project, and to go on with those begun. */
  canCreate?: boolean
}

export function ProjectList({ title, todo = false, canCreate = false }: ListProps) {
  return (
    <QueryTable
      id="es-project"
      title={title}
      query={projectQueries.list}
      fixed={todo ? { todo } : {}}
      columns={projectColumns}
      filters={projectFilters}
      rowId={({ id }) => id}
      rowLabel={({ projectName }) => projectName}
      empty={todo ? '没有待办理的项目' : '没有符合条件的项目'}
      batch={(rows, clear) => <BatchFlow rows={rows} onDone={clear} />}
      {...(canCreate
        ? {
            actions: (
              <Link to="/esproject/declare/form" className={buttonClass('primary')}>
                新建项目
              </Link>
            ),
            rowActions: editLink,
            actionsWidth: 72,
          }
        : {})}
      {...(todo ? {} : { onExport: exportProjects })}
    />
  )
}
