import type { ContrastList } from '@xinchu/sdk'
import { useState } from 'react'
import { Switch } from '../../ui/inputs.tsx'

type Field = ContrastList['fields'][number]

interface ContrastTableProps {
  contrast: ContrastList
  /** The user may not see the second project's content, so no field is marked as same or different. */
  isMasked: boolean
}

const HEAD = 'border-line border-b px-3 py-2 text-left align-baseline font-medium'
const CELL = 'border-line border-b px-3 py-1.5 align-baseline break-words'

function Row({ field, isMasked }: { field: Field; isMasked: boolean }) {
  const isDifferent = !isMasked && !field.same
  return (
    <tr className={isDifferent ? 'bg-warning-soft' : ''}>
      <th scope="row" className={`${CELL} text-left font-normal text-ink-soft`}>
        {field.label}
      </th>
      {field.values.map(({ id, label }, side) => (
        <td key={id} className={`${CELL} ${isDifferent ? 'font-medium' : ''}`}>
          {label ?? (isMasked && side > 0 ? <span className="text-ink-faint">不公开</span> : '—')}
        </td>
      ))}
      {!isMasked && (
        <td className={`${CELL} whitespace-nowrap text-xs`}>
          {field.same ? (
            <span className="text-ink-faint">＝ 相同</span>
          ) : (
            <span className="font-medium text-warning">≠ 不同</span>
          )}
        </td>
      )}
    </tr>
  )
}

function Head({ projects, isMasked }: { projects: ContrastList['projects']; isMasked: boolean }) {
  return (
    <>
      <colgroup>
        <col className="w-[9.5rem] max-sm:w-[5.5rem]" />
        {projects.map(({ id }) => (
          <col key={id} />
        ))}
        {!isMasked && <col className="w-20 max-sm:w-[4.25rem]" />}
      </colgroup>
      <thead className="bg-sunken">
        <tr>
          <th scope="col" className={HEAD}>
            项目信息
          </th>
          {projects.map(({ id, projectName }) => (
            <th key={id} scope="col" className={`${HEAD} break-words`}>
              {projectName}
            </th>
          ))}
          {!isMasked && (
            <th scope="col" className={HEAD}>
              比较
            </th>
          )}
        </tr>
      </thead>
    </>
  )
}

/** Two projects field by field. Differences are marked by a word and a background. */
export function ContrastTable({ contrast: { fields, projects }, isMasked }: ContrastTableProps) {
  const [isShort, setShort] = useState(false)
  const different = fields.filter(({ same }) => !same)
  const shown = isShort ? different : fields
  return (
    <section className="card min-w-0" aria-labelledby="contrast-title">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2.5">
        <h2 id="contrast-title" className="mr-auto font-medium">
          逐项对比
        </h2>
        {!isMasked && (
          <div className="flex items-center gap-2 text-ink-soft text-s">
            <span className="mr-2">
              共 {fields.length} 项，{different.length} 项不同
            </span>
            <span aria-hidden="true">只看不同</span>
            <Switch checked={isShort} onChecked={setShort} label="只看不同" />
          </div>
        )}
      </header>
      <table className="w-full table-fixed border-collapse text-s">
        <caption className="sr-only">两个项目的逐项对比</caption>
        <Head projects={projects} isMasked={isMasked} />
        <tbody>
          {shown.map((field) => (
            <Row key={field.name} field={field} isMasked={isMasked} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
