import * as Popover from '@radix-ui/react-popover'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { RegionSelect } from '../../ui/form/region-select.tsx'
import { NOWHERE } from '../../ui/form/regions.ts'
import { Icon } from '../../ui/icons.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { conditionCount, type DeskPlace, MARKS, withoutConditions } from './desk-search.ts'

const chip = (isOn: boolean) =>
  `min-h-6 rounded-full border px-2.5 text-xs max-lg:min-h-8 ${isOn ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-strong hover:border-brand'}`

interface FormProps {
  place: DeskPlace
  onApply: (place: DeskPlace) => void
}

/** A place of the address with the codes of its upper levels. */
function regionOf({ cityCode, countyCode }: DeskPlace) {
  const code = countyCode ?? cityCode
  if (!code) return NOWHERE
  return {
    provinceCode: `${code.slice(0, 2)}0000`,
    cityCode: cityCode ?? `${code.slice(0, 4)}00`,
    countyCode: countyCode ?? '',
  }
}

/** Conditions of the queue: a mark, a place, a range of power. */
function FilterForm({ place, onApply }: FormProps) {
  const [mark, setMark] = useState(place.mark)
  const [region, setRegion] = useState(() => regionOf(place))
  const [powers, setPowers] = useState([place.powerMin ?? '', place.powerMax ?? ''].map(String))
  const [least = '', most = ''] = powers
  const powerOf = (text: string) => (text.trim() !== '' && Number(text) >= 0 ? Number(text) : undefined)
  const apply = () => {
    const [powerMin, powerMax] = [powerOf(least), powerOf(most)]
    onApply({
      ...withoutConditions(place),
      ...(mark ? { mark } : {}),
      ...(region.cityCode ? { cityCode: region.cityCode } : {}),
      ...(region.countyCode ? { countyCode: region.countyCode } : {}),
      ...(powerMin === undefined ? {} : { powerMin }),
      ...(powerMax === undefined ? {} : { powerMax }),
    })
  }
  return (
    <form
      className="grid gap-3 text-s"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1 text-ink-soft">标记</legend>
        {MARKS.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={mark === value}
            onClick={() => setMark(mark === value ? undefined : value)}
            className={chip(mark === value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <label htmlFor="desk-region" className="grid gap-1 text-ink-soft">
        地区
        <RegionSelect id="desk-region" value={region} onValue={setRegion} />
      </label>
      <fieldset className="flex items-center gap-2">
        <legend className="mb-1 text-ink-soft">功率</legend>
        <NumberInput
          aria-label="最小功率"
          unit="MW"
          value={least}
          onValue={(text) => setPowers([text, most])}
        />
        至
        <NumberInput
          aria-label="最大功率"
          unit="MW"
          value={most}
          onValue={(text) => setPowers([least, text])}
        />
      </fieldset>
      <div className="flex justify-end gap-2">
        <Button onClick={() => onApply(withoutConditions(place))}>清除条件</Button>
        <Button look="primary" type="submit">
          筛选
        </Button>
      </div>
    </form>
  )
}

/** The funnel with the number of conditions. */
export function QueueFilter({ place, onApply }: FormProps) {
  const [isOpen, setOpen] = useState(false)
  const count = conditionCount(place)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={count > 0 ? `筛选，已有 ${count} 个条件` : '筛选'}
        className={`inline-flex h-7 min-w-7 items-center justify-center gap-0.5 rounded px-1 hover:bg-hover max-lg:size-11 ${count > 0 ? 'text-brand-ink' : 'text-ink-soft'}`}
      >
        <Icon name="filter" />
        {count > 0 && <span className="text-xs">{count}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label="筛选待办"
          className="z-40 w-[340px] max-w-[calc(100vw-24px)] rounded-lg border border-line bg-surface p-3.5 shadow-float"
        >
          <FilterForm
            place={place}
            onApply={(next) => {
              setOpen(false)
              onApply(next)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The conditions as chips, each with its removal. */
export function QueueConditions({ place, onApply }: FormProps) {
  if (conditionCount(place) === 0) return null
  const { mark, cityCode, countyCode, powerMin, powerMax } = place
  const without = (...names: (keyof DeskPlace)[]) => {
    const { ref: _ref, ...rest } = place
    return Object.fromEntries(
      Object.entries(rest).filter(([name]) => !names.some((each) => each === name)),
    ) as unknown as DeskPlace // conditions are optional, order is never left out
  }
  const power = [powerMin === undefined ? '' : `≥ ${powerMin}`, powerMax === undefined ? '' : `≤ ${powerMax}`]
  const chips: readonly (readonly [string, DeskPlace])[] = [
    ...(mark ? [[MARKS.find(([each]) => each === mark)?.[1] ?? mark, without('mark')] as const] : []),
    ...(cityCode || countyCode ? [['地区', without('cityCode', 'countyCode')] as const] : []),
    ...(power.some(Boolean)
      ? [[`功率 ${power.filter(Boolean).join('，')} MW`, without('powerMin', 'powerMax')] as const]
      : []),
  ]
  return (
    <ul className="flex flex-wrap gap-1.5 border-line border-b px-3 py-1.5">
      {chips.map(([label, next]) => (
        <li key={label}>
          <button
            type="button"
            aria-label={`去掉条件 ${label}`}
            onClick={() => onApply(next)}
            className={`${chip(true)} inline-flex items-center gap-1`}
          >
            {label} <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}
