import { NOWHERE, type Place, placeOf } from '../../../ui/form/regions.ts'
import { usePorts } from '../../../ui/ports.ts'
import type { Area } from '../use-area.ts'

interface Step {
  label: string
  place: Place
  /** Leaves the region that the address names, too. */
  isWhole?: boolean
}

/** Wider places of the page, from that of the user on. */
function stepsOf({ path, ownDepth, ownName, wholeName, group }: Area): Step[] {
  const divisions = path.map(({ label }, at) => ({ label, place: placeOf(path.slice(0, at + 1)) }))
  if (ownDepth > 0) return divisions.slice(ownDepth - 1)
  const whole = { label: group.regionGroup ? ownName : wholeName, place: NOWHERE, isWhole: true }
  const region = group.regionGroup ? [{ label: wholeName, place: NOWHERE }] : []
  return [whole, ...region, ...divisions]
}

/** The way from the user's whole scope to the place of the page. */
export function Crumbs({ area }: { area: Area }) {
  const [search, change] = usePorts().useSearch()
  const steps = stepsOf(area)
  const open = ({ place, isWhole }: Step) => {
    const codes = Object.entries(place).map(([name, code]) => [name, code || undefined])
    change({
      ...search,
      ...Object.fromEntries(codes),
      ...(isWhole ? { regionGroup: undefined } : {}),
      at: undefined,
    })
  }
  return (
    <nav aria-label="所在地区">
      <ol className="flex flex-wrap gap-x-1">
        {steps.map((step, at) => (
          <li key={step.label} className="flex gap-x-1">
            {at === steps.length - 1 ? (
              <span aria-current="page">{step.label}</span>
            ) : (
              <>
                <button
                  type="button"
                  data-print="text"
                  className="text-brand-ink hover:underline"
                  onClick={() => open(step)}
                >
                  {step.label}
                </button>
                <span aria-hidden="true">/</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
