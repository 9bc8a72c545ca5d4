import { roundTo } from '@xinchu/validators'
import { figure } from '../../../lib/figures.ts'
import { Icon } from '../../../ui/icons.tsx'
import type { Published } from './counted.ts'

interface ProofProps {
  /** Undefined if the statistic has no such figure. */
  published: Published | undefined
  sums: Required<Published>
}

/** A difference with the sign of the number style. */
const difference = (value: number | undefined) => figure(value).replace('-', '−')

const sumText = ({ count, power, energy }: Published) =>
  [
    count !== undefined && `${figure(count)} 行`,
    power !== undefined && `${figure(power)} MW / ${figure(energy)} MWh`,
  ]
    .filter(Boolean)
    .join('，')

/** Says whether the rows add up to the published figure, with both sums if not. */
export function Proof({ published, sums }: ProofProps) {
  const differences = (['count', 'power', 'energy'] as const).map((name) =>
    published?.[name] === undefined ? 0 : roundTo((sums[name] ?? 0) - published[name], 4),
  )
  const isEqual = published !== undefined && differences.every((each) => each === 0)
  const look = isEqual
    ? 'border-success-line bg-success-soft text-success'
    : 'border-danger-line bg-danger-soft text-danger'
  const [count, power, energy] = differences
  const verdict = () => {
    if (!published) return '统计中没有这个数'
    if (isEqual) return `与公布数一致（差 ${published.power === undefined ? '0 行' : '0.0000'}）`
    return `公布数为 ${sumText(published)}，相差 ${difference(count)} 行、${difference(power)} MW、${difference(energy)} MWh`
  }
  return (
    <p
      role={isEqual ? 'status' : 'alert'}
      className={`flex items-center gap-2 rounded-md border px-3 py-2 text-s ${look}`}
    >
      <Icon name={isEqual ? 'check' : 'alert'} />
      <span>
        {figure(sums.count)} 行合计 {figure(sums.power)} MW / {figure(sums.energy)} MWh，
        {verdict()}
      </span>
    </p>
  )
}
