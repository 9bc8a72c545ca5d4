import { type KindFilter, pageKinds, placeCodesIn } from '@xinchu/validators'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MultiSelect } from '../../../ui/form/combobox.tsx'
import { RegionSelect } from '../../../ui/form/region-select.tsx'
import { NOWHERE, type Place } from '../../../ui/form/regions.ts'
import { Select } from '../../../ui/inputs.tsx'
import { type Choice, type Search, usePorts } from '../../../ui/ports.ts'
import { KIND_NAMES } from './kind-texts.ts'

type Chosen = Partial<Record<KindFilter, readonly string[]>>

/** Kinds whose values are parts of those of another one. */
const PARTS: Partial<Record<KindFilter, KindFilter>> = {
  techSubType: 'techType',
  appSubScenario: 'appScenario',
}

interface KindFieldProps {
  name: KindFilter
  chosen: Chosen
  onValue: (values: readonly string[]) => void
}

/** Chooses values of one kind; of a part, those of the chosen whole. */
function KindField({ name, chosen, onValue }: KindFieldProps) {
  const id = useId()
  const ports = usePorts()
  const { label, dict } = KIND_NAMES[name]
  const entries = ports.useDict(dict)
  const owners = ports.useOwners(dict === undefined)
  const whole = PARTS[name]
  const wholes = (whole && chosen[whole]) ?? []
  const values = chosen[name] ?? []
  const isOffered = ({ value, parent }: Choice) =>
    wholes.length === 0 || parent === undefined || wholes.includes(parent) || values.includes(value)
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-ink-soft text-s">
        {label}
      </label>
      <MultiSelect
        id={id}
        aria-label={label}
        placeholder="全部"
        options={dict ? entries.filter(isOffered) : owners}
        value={values}
        onValue={onValue}
      />
    </div>
  )
}

interface PlaceOfPage {
  regionGroup: string
  division: Place
}

const placeIn = (search: Search): PlaceOfPage => ({
  regionGroup: String(search['regionGroup'] ?? ''),
  division: { ...NOWHERE, ...placeCodesIn(search) },
})

/** The place as conditions of the address. */
const addressOf = ({ regionGroup, division }: PlaceOfPage) =>
  Object.fromEntries(
    Object.entries({ regionGroup, ...division }).map(([name, code]) => [name, code || undefined]),
  )

/** Chooses the region or division that the page is of. */
function PlaceFields({ place, onPlace }: { place: PlaceOfPage; onPlace: (place: PlaceOfPage) => void }) {
  const id = useId()
  const groups = usePorts().useDict('region_group')
  return (
    <>
      <div className="grid gap-1">
        <label htmlFor={`${id}-group`} className="text-ink-soft text-s">
          区域
        </label>
        <Select
          id={`${id}-group`}
          aria-label="区域"
          placeholder="全部"
          options={groups}
          value={place.regionGroup}
          onValue={(regionGroup) => onPlace({ regionGroup, division: NOWHERE })}
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-place`} className="text-ink-soft text-s">
          地区
        </label>
        <RegionSelect
          id={`${id}-place`}
          aria-label="地区"
          placeholder="全部"
          value={place.division}
          onValue={(division) => onPlace({ regionGroup: '', division })}
        />
      </div>
    </>
  )
}

interface FilterDialogProps {
  names: readonly KindFilter[]
  /** Whether the page can be that of any division and region. */
  hasPlaces: boolean
  onClose: () => void
}

/** Chooses the kinds of projects that the page is limited to. */
export function FilterDialog({ names, hasPlaces, onClose }: FilterDialogProps) {
  const [search, change] = usePorts().useSearch()
  const [chosen, setChosen] = useState<Chosen>(() => pageKinds(search))
  const [place, setPlace] = useState(() => placeIn(search))
  const count = names.filter((name) => chosen[name]?.length).length
  const apply = () => {
    const texts = names.map((name) => [name, chosen[name]?.join(',') || undefined] as const)
    change({ ...search, ...(hasPlaces ? addressOf(place) : {}), ...Object.fromEntries(texts) })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="筛选"
      size="wide"
      description="同一条件可选多个，取其并集；不同条件取交集。"
      footer={
        <>
          <Button disabled={count === 0} onClick={() => setChosen({})}>
            清除条件
          </Button>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" onClick={apply}>
            应用
          </Button>
        </>
      }
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {hasPlaces && <PlaceFields place={place} onPlace={setPlace} />}
        {names.map((name) => (
          <KindField
            key={name}
            name={name}
            chosen={chosen}
            onValue={(values) => setChosen({ ...chosen, [name]: values })}
          />
        ))}
      </div>
    </Dialog>
  )
}
