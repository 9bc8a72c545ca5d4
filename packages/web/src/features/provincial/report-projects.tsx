import { figure } from '../../lib/figures.ts'
import { DictText } from '../../ui/dict-text.tsx'
import { useForm, useFormSlice } from '../../ui/form/context.ts'
import { rowsAt } from '../../ui/form/values.ts'
import { Input, NumberInput } from '../../ui/inputs.tsx'
import type { WorkReport } from './queries.ts'

const th = 'px-2.5 py-2 text-left font-normal text-ink-soft whitespace-nowrap'
const td = 'px-2.5 py-1.5'

function Heads() {
  return (
    <thead className="bg-sunken">
      <tr>
        <th className={th}>示范项目</th>
        <th className={th}>总体进度（%）</th>
        <th className={th}>建设状态</th>
        <th className={th}>投运日期</th>
        <th className={th}>备注</th>
      </tr>
    </thead>
  )
}

/** The announced projects of the province. Progress and remark can be written. */
export function ProjectsField() {
  const { store } = useForm()
  const value = useFormSlice(({ values }) => values['projects'])
  const rows = rowsAt({ value }, 'value')
  const put = (index: number, change: Readonly<Record<string, string>>) =>
    store.set({ projects: rows.map((row, at) => (at === index ? { ...row, ...change } : row)) })
  if (rows.length === 0) return <p className="px-4 py-3 text-ink-faint text-s">本省没有已公布的示范项目</p>
  return (
    <div className="relative overflow-x-auto border-line border-t" data-field="projects" tabIndex={-1}>
      <table className="w-full text-s">
        <Heads />
        <tbody>
          {rows.map((row, index) => (
            <tr key={row['demoProjectId']} className="border-line border-t">
              <th scope="row" className={`${td} min-w-52 text-left font-normal`}>
                {row['projectName']}
              </th>
              <td className={`${td} w-32`}>
                <NumberInput
                  aria-label={`${row['projectName']}，总体进度`}
                  unit="%"
                  value={row['overallProgress'] ?? ''}
                  onValue={(overallProgress) => put(index, { overallProgress })}
                />
              </td>
              <td className={`${td} whitespace-nowrap`}>
                <DictText dict="build_status" value={row['buildStatus']} />
              </td>
              <td className={`${td} whitespace-nowrap`}>{row['commissionDate'] || '—'}</td>
              <td className={`${td} min-w-44`}>
                <Input
                  aria-label={`${row['projectName']}，备注`}
                  maxLength={500}
                  value={row['remark'] ?? ''}
                  onValue={(remark) => put(index, { remark })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The projects of a report that is only read. */
export function ProjectTable({ projects = [] }: Pick<WorkReport, 'projects'>) {
  if (projects.length === 0) return null
  return (
    <div className="relative overflow-x-auto border-line border-t">
      <table className="w-full text-s">
        <Heads />
        <tbody>
          {projects.map((row) => (
            <tr key={row.demoProjectId} className="border-line border-t">
              <th scope="row" className={`${td} text-left font-normal`}>
                {row.projectName}
              </th>
              <td className={`${td} tabular-nums`}>{figure(row.overallProgress)}</td>
              <td className={td}>
                <DictText dict="build_status" value={row.buildStatus} />
              </td>
              <td className={td}>{row.commissionDate ?? '—'}</td>
              <td className={`${td} break-words`}>{row.remark ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
