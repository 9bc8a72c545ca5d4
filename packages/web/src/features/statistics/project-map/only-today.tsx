import { Button } from '../../../ui/button.tsx'
import { useClear } from '../filters/use-clear.ts'

/** Conditions of an address that ask for other projects than the working ones of today. */
export const othersIn = ({ asOf, source }: Readonly<Record<string, unknown>>): string[] => [
  ...(asOf === undefined ? [] : ['asOf']),
  ...(source === undefined || source === 'work' ? [] : ['source']),
]

/** In the place of the map where the address asks for what it does not draw. */
export function OnlyToday({ names }: { names: readonly string[] }) {
  const clear = useClear()
  return (
    <div role="alert" className="card grid justify-items-center gap-3 px-4 py-14 text-center">
      <p className="text-ink-soft">
        地图只画当前的在办数据；入库数据与按批次、时点的点位不在此画出，可由接口取得
      </p>
      <Button onClick={() => clear(names)}>查看当前的在办数据</Button>
    </div>
  )
}
