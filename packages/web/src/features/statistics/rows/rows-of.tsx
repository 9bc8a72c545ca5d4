import { useQuery } from '@tanstack/react-query'
import { isLaterYear, quantity, rowsQuery } from '@xinchu/validators'
import { type ReactNode, useState } from 'react'
import { figure } from '../../../lib/figures.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { AddressFiles } from '../files/address-files.tsx'
import { Chips } from './chips.tsx'
import type { Counted } from './counted.ts'
import { DrawerFrame } from './drawer-frame.tsx'
import { RowsBody } from './rows-body.tsx'
import { type Conditions, type Figure, rowsOptions, useFigure } from './use-figure.ts'
import { useWhatIf } from './use-what-if.ts'

interface RowsOfProps {
  counted: Counted
  conditions: Conditions
  place: string
  onClose: () => void
}

const SORT = ['ratedPower,desc']

/** 西藏自治区 · 在运功率 520 MW 的组成. */
function titleOf({ counted, place }: RowsOfProps, { label, value }: Figure): string {
  const { caption, unit, dimensions } = counted
  const group = [dimensions[0] !== 'region' && place, label].filter(Boolean).join(' · ') || place
  return `${group} · ${caption}${value === undefined ? '' : ` ${quantity(value, unit)} ${unit}`} 的组成`
}

/** The conditions whose rows the figure has. */
function conditionsOf({ counted, conditions }: RowsOfProps): Conditions {
  if (conditions.kind === 'use') return conditions
  const { year, quarter: _quarter, ...filter } = conditions.filter
  return isLaterYear(counted.cells, year) ? { kind: 'scale', filter } : conditions
}

/** A figure's rows in the drawer, and their export. */
export function RowsOf(props: RowsOfProps) {
  const { counted, onClose } = props
  const conditions = conditionsOf(props)
  const [page, setPage] = useState(0)
  const whatIf = useWhatIf()
  const period = conditions.kind === 'use' ? conditions.period : {}
  const query = rowsQuery({ ...conditions.filter, ...period }, counted)
  const asFigure = useFigure(conditions, counted)
  const found = useQuery(rowsOptions({ ...query, sort: SORT, page }))
  const { data } = found
  const error = data ? asFigure.error : found.error
  const title = titleOf(props, asFigure)
  const body = (): ReactNode => {
    const retry = () => {
      void found.refetch()
      asFigure.retry()
    }
    if (error) return <Failed error={error} onRetry={retry} />
    if (!data || asFigure.isLoading) return <Loading rows={10} />
    if (data.totalElements === 0) return <Empty>这个数没有计入任何项目</Empty>
    const isStale = found.isPlaceholderData
    const shown = { title, counted, figure: asFigure, whatIf, found: data, isStale, page }
    return <RowsBody {...shown} onPage={setPage} />
  }
  return (
    <DrawerFrame
      title={title}
      onClose={onClose}
      actions={
        data && data.totalElements > 0 ? (
          <>
            {whatIf.isOn && (
              <span className="text-ink-faint text-xs">假设测算不导出，关闭后可导出公布数</span>
            )}
            <AddressFiles
              title="数字的组成"
              about={title}
              text={`导出 ${figure(data.totalElements)} 行`}
              isOff={whatIf.isOn}
            />
          </>
        ) : undefined
      }
    >
      <Chips conditions={conditions} label={asFigure.label} row={data?.content[0]} />
      {body()}
    </DrawerFrame>
  )
}
