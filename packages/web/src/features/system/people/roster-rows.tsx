import { CellErrors } from '../cell-errors.tsx'
import type { UserImport } from '../queries.ts'

/** The rows of a workbook with their errors, those with errors first. */
export function RosterRows({ rows }: { rows: UserImport['rows'] }) {
  const ordered = [
    ...rows.filter(({ errors }) => errors.length > 0),
    ...rows.filter(({ errors }) => errors.length === 0),
  ]
  return (
    <section className="max-h-[38dvh] overflow-auto rounded-md border border-line" aria-label="校验结果">
      <table className="w-full text-left text-s">
        <thead className="sticky top-0 bg-sunken text-ink-soft">
          <tr>
            <th className="w-14 px-3 py-2 font-medium">行</th>
            <th className="px-3 py-2 font-medium">登录账号</th>
            <th className="px-3 py-2 font-medium">姓名</th>
            <th className="px-3 py-2 font-medium max-md:hidden">所属机构</th>
            <th className="px-3 py-2 font-medium">结果</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {ordered.map(({ rowNo, username, realName, orgName, same, errors }) => (
            <tr key={rowNo}>
              <td className="px-3 py-1.5 tabular-nums">{rowNo}</td>
              <td className="break-all px-3 py-1.5 font-mono">{username ?? '—'}</td>
              <td className="px-3 py-1.5">{realName ?? '—'}</td>
              <td className="px-3 py-1.5 max-md:hidden">{orgName ?? '—'}</td>
              <td className="px-3 py-1.5">
                {errors.length > 0 ? (
                  <CellErrors errors={errors} />
                ) : same ? (
                  <span className="text-ink-soft">与已有账号一致</span>
                ) : (
                  <span className="text-success">可创建</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
