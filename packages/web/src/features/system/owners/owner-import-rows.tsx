import { Wide } from '../../../ui/wide.tsx'
import { CellErrors } from '../cell-errors.tsx'
import type { OwnerImport } from '../queries.ts'

type Row = OwnerImport['rows'][number]

const EFFECTS = {
  refused: { title: '有错误', look: 'text-danger' },
  new: { title: '新增', look: 'text-success' },
  changed: { title: '修改', look: 'text-brand-ink' },
  same: { title: '相同', look: 'text-ink-faint' },
} as const

/** Number of rows with an effect. */
export const countOf = ({ rows }: OwnerImport, effect: Row['effect']): number =>
  rows.filter((row) => row.effect === effect).length

const ORDER = ['refused', 'changed', 'new', 'same'] as const

function Changes({ row }: { row: Row }) {
  if (row.effect === 'refused') return <CellErrors errors={row.errors} />
  if (row.effect === 'same') return <span className="text-ink-faint">—</span>
  return (
    <ul className="grid gap-0.5">
      {row.changes.map(({ caption, before, after }) => (
        <li key={caption}>
          <span className="text-ink-faint">{caption}：</span>
          {row.effect === 'changed' && (
            <>
              <del className="text-ink-soft">{before ?? '空'}</del>
              <span className="mx-1 text-ink-faint" aria-hidden>
                →
              </span>
            </>
          )}
          <ins className="no-underline">{after ?? '空'}</ins>
        </li>
      ))}
    </ul>
  )
}

/** Shows the effect of an import on each owner by row: errors first, then changes field by field. */
export function OwnerImportRows({ fileName, found }: { fileName: string; found: OwnerImport }) {
  const rows = ORDER.flatMap((effect) => found.rows.filter((row) => row.effect === effect))
  return (
    <>
      <p role="status" className="text-s">
        {fileName}：
        {ORDER.map((effect, at) => (
          <span key={effect}>
            {at > 0 && '，'}
            {EFFECTS[effect].title}{' '}
            <b className={countOf(found, effect) > 0 ? EFFECTS[effect].look : ''}>{countOf(found, effect)}</b>{' '}
            行
          </span>
        ))}
      </p>
      <Wide label="核对结果" className="rounded-md border border-line">
        <table className="w-full text-left text-s">
          <thead className="bg-sunken text-ink-soft">
            <tr>
              <th className="w-14 px-3 py-2 font-medium">行</th>
              <th className="px-3 py-2 font-medium">代码</th>
              <th className="px-3 py-2 font-medium max-md:hidden">全称</th>
              <th className="w-20 px-3 py-2 font-medium">结果</th>
              <th className="px-3 py-2 font-medium">内容</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line align-top">
            {rows.map((row) => (
              <tr key={row.rowNo}>
                <td className="px-3 py-1.5 tabular-nums">{row.rowNo}</td>
                <td className="break-all px-3 py-1.5 font-mono">{row.value ?? '—'}</td>
                <td className="px-3 py-1.5 max-md:hidden">{row.label ?? '—'}</td>
                <td className={`px-3 py-1.5 ${EFFECTS[row.effect].look}`}>{EFFECTS[row.effect].title}</td>
                <td className="px-3 py-1.5">
                  <Changes row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  )
}
