import type { LeftOut } from './paste-settled.ts'

/** More rows than this are counted, not listed. */
const MOST_LISTED = 200

const TITLES = ['剪贴板位置', '内容', '对应列', '未贴入的原因']

/** 仅列前 200 处，共 4,000 处, below a list that is cut off. */
export function CutOff({ count, listed = MOST_LISTED }: { count: number; listed?: number }) {
  if (count <= listed) return null
  return (
    <p className="px-2 py-1.5 text-ink-faint text-xs">
      仅列前 {listed} 处，共 {count.toLocaleString('zh-CN')} 处
    </p>
  )
}

/** The cells that a paste leaves out, each with its reason. */
export function LeftOutTable({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <>
      <table className="w-full border-collapse text-s">
        <thead className="text-left text-ink-faint text-xs">
          <tr>
            {TITLES.map((title) => (
              <th key={title} scope="col" className="border-line border-b px-2 py-1.5 font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leftOut.slice(0, MOST_LISTED).map(({ line, position, text, column, words }) => (
            <tr key={`${line} ${position}`} className="border-line border-b">
              <td className="px-2 py-1.5 text-ink-soft sm:whitespace-nowrap">
                第 {line} 行第 {position} 列
              </td>
              <td className="min-w-12 break-all px-2 py-1.5">{text || '（空）'}</td>
              <td className="min-w-16 px-2 py-1.5">{column ?? '无'}</td>
              <td className="px-2 py-1.5">{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CutOff count={leftOut.length} />
    </>
  )
}
