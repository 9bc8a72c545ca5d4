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
import { useFinding } from './use-finding.ts'
import { useWhatIf } from './use-what-if.ts'

interface RowsOfProps {
  counted: Counted
  conditions: Conditions
  place: string
  onClose: () => void
}

/** 西藏自治区 · 在运功率 520 MW 的组成. */
function titleOf({ counted, place }: RowsOfProps, { label, value }: Figure): string {
  const { caption, unit, dimensions } = counted
  const group = [dimensions[0] !== 'region' && place, label].filter(Boolean).join(' · ') || place
  return `${group} · ${caption}${value === undefined ? '' : ` ${quantity(value, unit)} ${unit}`} 的组成`
}

/** The conditions whose rows the figure has. */
function conditionsOf({ counted, conditions }: RowsOfProps): Conditions {
  if (conditions.kind !== 'scale') return conditions
  const { year, quarter: _quarter, ...filter } = conditions.filter
  return isLaterYear(counted.cells, year) ? { kind: 'scale', filter } : conditions
}

/** A figure's rows in the drawer, and their export. */
export function RowsOf(props: RowsOfProps) {
  const { counted, onClose } = props
  const conditions = conditionsOf(props)
  const finding = useFinding()
  const { words, order } = finding
  const asked = `${words}\n${order}`
  const [shown, setShown] = useState({ asked, page: 0 })
  // Other rows begin with their first page.
  const page = shown.asked === asked ? shown.page : 0
  const whatIf = useWhatIf()
  const period = conditions.kind === 'use' ? conditions.period : {}
  const query = rowsQuery({ ...conditions.filter, ...period }, counted)
  const asFigure = useFigure(conditions, counted)
  const all = useQuery(rowsOptions({ ...query, sort: [order], page: words ? 0 : page }))
  const found = useQuery(rowsOptions({ ...query, ...(words && { keyword: words }), sort: [order], page }))
  const { data } = found
  const error = data && all.data ? asFigure.error : (found.error ?? all.error)
  const title = titleOf(props, asFigure)
  const body = (): ReactNode => {
    const retry = () => {
      void found.refetch()
      void all.refetch()
      asFigure.retry()
    }
    if (error) return <Failed error={error} onRetry={retry} />
    if (!data || !all.data || asFigure.isLoading) return <Loading rows={10} />
    if (all.data.totalElements === 0) return <Empty>这个数没有计入任何项目</Empty>
    const isStale = found.isPlaceholderData
    const given = { title, counted, figure: asFigure, whatIf, all: all.data, found: data, isStale, page }
    return <RowsBody {...given} finding={finding} onPage={(next) => setShown({ asked, page: next })} />
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
