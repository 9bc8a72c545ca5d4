import { FieldGroup } from '../../ui/field-group.tsx'
import { useForm, useFormSlice } from '../../ui/form/context.ts'
import { textAt } from '../../ui/form/values.ts'
import { Icon, isIcon, menuIcons } from '../../ui/icons.tsx'

/** Visual picker for a menu's icon. */
export function IconField() {
  const { store } = useForm()
  const chosen = useFormSlice(({ values }) => textAt(values, 'icon'))
  const isUnknown = chosen !== '' && !isIcon(chosen)
  return (
    <FieldGroup label="图标" {...(isUnknown ? { hint: `“${chosen}”不在图标中，显示为默认图标` } : {})}>
      <div className="flex flex-wrap gap-1">
        {menuIcons.map((name) => (
          <label
            key={name}
            title={name}
            className="grid size-8 cursor-pointer place-items-center rounded-md border border-line text-ink-soft hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-ink has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="icon"
              className="sr-only"
              aria-label={name}
              checked={chosen === name}
              onChange={() => store.set({ icon: name })}
            />
            <Icon name={name} />
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
