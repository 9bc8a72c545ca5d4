import * as Popover from '@radix-ui/react-popover'
import { PickList, type PickOption } from './pick-list.tsx'
import { type ControlProps, PickPanel, PickTrigger, usePanel } from './picker.tsx'

interface ComboboxProps extends ControlProps {
  value: string
  onValue: (value: string) => void
  options: readonly PickOption[]
  placeholder?: string
}

/** A single choice from many, searchable. An empty value means none. */
export function Combobox({ value, onValue, options, placeholder = '请选择', ...control }: ComboboxProps) {
  const { isOpen, words, open, setOpen } = usePanel()
  const text = options.find((option) => option.value === value)?.label ?? ''
  const name = control['aria-label'] ?? placeholder
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <PickTrigger
        {...control}
        isOpen={isOpen}
        onOpen={open}
        text={text}
        placeholder={placeholder}
        onClear={value && !control.disabled ? () => onValue('') : undefined}
      />
      <PickPanel label={name} className="w-[max(var(--radix-popover-trigger-width),220px)]">
        <PickList
          options={options}
          chosen={[value]}
          isMultiple={false}
          label={name}
          words={words}
          onPick={(picked) => {
            onValue(picked)
            setOpen(false)
          }}
        />
      </PickPanel>
    </Popover.Root>
  )
}

interface MultiSelectProps extends ControlProps {
  value: readonly string[]
  onValue: (value: readonly string[]) => void
  options: readonly PickOption[]
  placeholder?: string
}

/** Several choices from many, kept in list order. */
export function MultiSelect({
  value,
  onValue,
  options,
  placeholder = '请选择',
  ...control
}: MultiSelectProps) {
  const { isOpen, words, open, setOpen } = usePanel()
  const toggle = (picked: string) => {
    const next = new Set(value)
    if (!next.delete(picked)) next.add(picked)
    onValue(options.flatMap((option) => (next.has(option.value) ? [option.value] : [])))
  }
  const labels = options.filter((option) => value.includes(option.value)).map(({ label }) => label)
  const name = control['aria-label'] ?? placeholder
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <PickTrigger
        {...control}
        isOpen={isOpen}
        onOpen={open}
        text={
          labels.length > 2 ? `${labels.slice(0, 2).join('、')} 等 ${labels.length} 项` : labels.join('、')
        }
        placeholder={placeholder}
        onClear={value.length > 0 && !control.disabled ? () => onValue([]) : undefined}
      />
      <PickPanel label={name} className="w-[max(var(--radix-popover-trigger-width),220px)]">
        <PickList options={options} chosen={value} isMultiple label={name} words={words} onPick={toggle} />
      </PickPanel>
    </Popover.Root>
  )
}
