import type { SearchCondition } from '@xinchu/sdk'
import { Icon } from '../ui/icons.tsx'

interface ConditionsProps {
  conditions: readonly SearchCondition[]
  onRemove: (condition: SearchCondition) => void
}

/** The conditions that a search understood; each can be taken away. */
export const SearchConditions = ({ conditions, onRemove }: ConditionsProps) => (
  <ul aria-label="识别出的条件" className="flex flex-wrap gap-1.5">
    {conditions.map((condition) => (
      <li key={condition.start}>
        <button
          type="button"
          aria-label={`去掉条件 ${condition.label}`}
          title="去掉这一条件"
          onClick={() => onRemove(condition)}
          className="flex min-h-6 items-center gap-1 rounded-full bg-brand-soft px-2.5 py-0.5 text-brand-ink text-xs hover:bg-sunken"
        >
          {condition.label}
          <Icon name="close" size={12} />
        </button>
      </li>
    ))}
  </ul>
)
