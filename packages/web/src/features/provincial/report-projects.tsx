import { figure } from '../../lib/figures.ts'
import { momentOf } from '../../lib/moment.ts'
import { Button } from '../../ui/button.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { useForm, useFormSlice } from '../../ui/form/context.ts'
import { rowsAt } from '../../ui/form/values.ts'
import { Input, NumberInput } from '../../ui/inputs.tsx'
import { Wide } from '../../ui/wide.tsx'
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

interface ProjectsFieldProps {
  prefill: WorkReport['prefill'] | undefined
  isBusy: boolean
  onRefill: () => void
}

/** Time at which the platform filled in the table, and a button to fill it in again. */
function Prefilled({ prefill, isBusy, onRefill }: ProjectsFieldProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2 text-ink-soft text-s">
      <span className="min-w-0">
        取自示范项目进展报送{prefill && `，${momentOf(prefill.time)} 取数`}；与取数不一致的须在备注中说明
      </span>
      <Button look="quiet" icon="refresh" className="ml-auto" disabled={isBusy} onClick={onRefill}>
        重新取数
      </Button>
    </div>
  )
}

/** The announced projects of the province. Progress and remark are editable. */
export function ProjectsField(props: ProjectsFieldProps) {
  const filled = new Map(props.prefill?.projects.map((row) => [String(row.demoProjectId), row]))
  const { store } = useForm()
  const value = useFormSlice(({ values }) => values['projects'])
  const rows = rowsAt({ value }, 'value')
  const put = (index: number, change: Readonly<Record<string, string>>) =>
    store.set({ projects: rows.map((row, at) => (at === index ? { ...row, ...change } : row)) })
  if (rows.length === 0) return <p className="px-4 py-3 text-ink-faint text-s">本省没有已公布的示范项目</p>
  const isOther = (row: (typeof rows)[number]) => {
    const own = filled.get(row['demoProjectId'] ?? '')
    return own !== undefined && String(own.overallProgress ?? '') !== (row['overallProgress'] ?? '')
  }
  return (
    <>
      <Prefilled {...props} />
      <div data-field="projects" tabIndex={-1}>
        <Wide label="示范项目进展" className="border-line border-t">
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
                    {isOther(row) && (
                      <span className="block whitespace-nowrap text-warning text-xs">
                        取数为 {figure(filled.get(row['demoProjectId'] ?? '')?.overallProgress)}
                      </span>
                    )}
                  </td>
                  <td className={`${td} whitespace-nowrap`}>
                    <DictText dict="build_status" value={row['buildStatus']} />
                  </td>
                  <td className={`${td} whitespace-nowrap`}>{row['commissionDate'] || '—'}</td>
                  <td className={`${td} min-w-44`}>
                    <Input
                      aria-label={`${row['projectName']}，备注`}
                      maxLength={500}
                      placeholder={isOther(row) ? '请说明与取数不一致的原因' : ''}
                      value={row['remark'] ?? ''}
                      onValue={(remark) => put(index, { remark })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </div>
    </>
  )
}

/** The projects of a read-only report. */
export function ProjectTable({ projects = [] }: Pick<WorkReport, 'projects'>) {
  if (projects.length === 0) return null
  return (
    <Wide label="示范项目进展" className="border-line border-t">
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
    </Wide>
  )
}
