import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { RegionSelect } from '../../ui/form/region-select.tsx'
import { type Place, pathOfCode, placeOf } from '../../ui/form/regions.ts'
import { NumberInput } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { MARKS, withoutConditions } from './desk-search.ts'
import { type FilterProps, filterChip } from './filter-chip.ts'

/** Conditions of the queue: a mark, a place, a range of power. */
export function QueueFilterForm({ place, onApply }: FilterProps) {
  const [mark, setMark] = useState(place.mark)
  const regions = usePorts().useRegions(true)
  const [chosen, setRegion] = useState<Place>()
  const region = chosen ?? placeOf(pathOfCode(regions, place.countyCode ?? place.cityCode ?? ''))
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
            className={filterChip(mark === value)}
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
