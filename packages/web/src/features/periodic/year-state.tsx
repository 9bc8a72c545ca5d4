import type { DueItem } from '@xinchu/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type RecordForm, useFormSlice } from '../../ui/form/context.ts'
import { DraftOffer } from '../../ui/form/form-bar.tsx'
import type { FormValues } from '../../ui/form/values.ts'
import { clockText } from '../../ui/save-state.tsx'
import { storedValues } from './use-year-form.ts'
import { yearDifferences } from './year-differences.ts'

const MOST_NAMED = 6

const named = (names: readonly string[]) =>
  `${names.slice(0, MOST_NAMED).join('、')}${names.length > MOST_NAMED ? ' 等' : ''}`

const BANNER =
  'mx-4 mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-warning-line bg-warning-soft px-4 py-2 text-s text-warning'

interface YearConflictProps {
  due: DueItem
  onMine: () => void
  onTheirs: () => void
}

/** Another device saved while something is typed here: the author chooses. */
export function YearConflict({ due, onMine, onTheirs }: YearConflictProps) {
  const values = useFormSlice((state) => state.values)
  const names = yearDifferences(values, storedValues(due))
  return (
    <div role="alert" className={BANNER}>
      <span className="mr-auto">
        另一设备 {due.item?.updateTime?.slice(11, 16)}（{due.item?.updateBy}）也保存了，与本机有{' '}
        {names.length} 处不同：
        {named(names)}
      </span>
      <Button onClick={onTheirs}>用已保存的内容</Button>
      <Button onClick={onMine}>用本机的内容</Button>
    </div>
  )
}

interface Found {
  at: number
  before: FormValues
  count: number
}

/** Restores input of an earlier visit. Input on an older version is only offered. */
export function YearRestored({ form }: { form: RecordForm }) {
  const [found, setFound] = useState<Found>()
  const [isTried, setTried] = useState(false)
  const first = form.offers[0]?.key
  const restore = useEffectEvent(() => {
    const { offers, store } = form
    const [offer] = offers
    if (!offer || isTried) return
    setTried(true)
    if (offer.isStale || store.state().isDirty) return
    const before = store.state().values
    offer.take()
    setFound({ at: offer.at, before, count: yearDifferences(before, store.state().values).length })
  })
  useEffect(() => {
    if (first !== undefined) restore()
  }, [first])
  if (form.offers[0]?.isStale || (found && form.offers.length > 0))
    return (
      <div className="px-4 pt-2.5">
        <DraftOffer form={form} />
      </div>
    )
  if (!found) return null
  const drop = () => {
    const { specs } = form.store.options
    form.store.set(Object.fromEntries(specs.map(({ name }) => [name, found.before[name]])))
    setFound(undefined)
  }
  return (
    <div role="status" className={BANNER}>
      <span className="mr-auto">
        已恢复 {clockText(found.at)} 未保存的 {found.count} 格
      </span>
      <button type="button" className="font-medium underline" onClick={drop}>
        不恢复
      </button>
      <button type="button" className="underline" onClick={() => setFound(undefined)}>
        知道了
      </button>
    </div>
  )
}
