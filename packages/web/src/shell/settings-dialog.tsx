import * as Dialog from '@radix-ui/react-dialog'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useOpenerFocus } from '../app/use-opener-focus.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Switch } from '../ui/inputs.tsx'
import { notify } from '../ui/notice.tsx'
import {
  changeSettings,
  DEFAULTS,
  type LayoutFlag,
  type Look,
  type Settings,
  SIZES,
  type Size,
  SWATCHES,
  useSettings,
} from './settings.ts'

const SWATCH_NAMES: Readonly<Record<string, string>> = {
  '#1890ff': '晴蓝',
  '#409EFF': '天蓝',
  '#304156': '黛蓝',
  '#212121': '墨黑',
  '#11a983': '翠绿',
  '#13c2c2': '青',
  '#6959CD': '紫',
  '#f5222d': '朱红',
}
const SIZE_NAMES: Readonly<Record<Size, string>> = {
  default: '默认',
  medium: '中等',
  small: '小',
  mini: '超小',
}
const LOOK_NAMES: Readonly<Record<Look, string>> = { system: '跟随系统', light: '浅色', dark: '深色' }
const SWITCHES: readonly (readonly [name: LayoutFlag, label: string])[] = [
  ['tagsView', '显示标签'],
  ['fixedHeader', '固定头部'],
  ['sidebarLogo', '显示标志'],
  ['uniqueOpened', '只展开一组菜单'],
  ['showFooter', '显示页脚'],
  ['letterKeys', '单字母快捷键'],
]

function Swatches({ theme }: Pick<Settings, 'theme'>) {
  const client = useQueryClient()
  return (
    <fieldset>
      <legend className="mb-2 text-ink-soft text-s">主题颜色</legend>
      <div className="flex flex-wrap items-center gap-2">
        {SWATCHES.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-label={SWATCH_NAMES[colour]}
            aria-pressed={theme.toLowerCase() === colour.toLowerCase()}
            title={SWATCH_NAMES[colour]}
            onClick={() => changeSettings(client, { theme: colour })}
            className="grid size-7 place-items-center rounded-md text-white ring-offset-2 ring-offset-surface aria-pressed:ring-2 aria-pressed:ring-ink-soft"
            style={{ background: colour }}
          >
            {theme.toLowerCase() === colour.toLowerCase() && <Icon name="check" />}
          </button>
        ))}
        <label className="flex items-center gap-2 text-ink-soft text-s">
          <input
            type="color"
            value={theme}
            onChange={(event) => changeSettings(client, { theme: event.target.value })}
            className="size-7 cursor-pointer rounded-md border border-line bg-surface p-0.5"
          />
          自选
        </label>
      </div>
    </fieldset>
  )
}

interface ChoicesProps<T extends string> {
  legend: string
  values: readonly T[]
  names: Readonly<Record<T, string>>
  value: T
  onChoose: (value: T) => void
}

function Choices<T extends string>({ legend, values, names, value, onChoose }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend className="mb-2 text-ink-soft text-s">{legend}</legend>
      <div className="flex rounded-md border border-line-strong p-0.5">
        {values.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === value}
            onClick={() => onChoose(each)}
            className="flex-1 rounded px-1 py-1 text-s aria-pressed:bg-brand aria-pressed:text-on-brand"
          >
            {names[each]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function chooseSize(client: QueryClient, size: Size): void {
  changeSettings(client, { size })
  notify('布局设置成功', 'success')
}

interface SettingsDialogProps {
  /** Whether the platform has a footer, which the user may put away. */
  hasFooter: boolean
  isOpen: boolean
  onClose: () => void
  /** Opens and closes it. */
  opener: RefObject<HTMLButtonElement | null>
}

/** The panel next to the page, which stays usable. */
export function SettingsDialog({ hasFooter, isOpen, onClose, opener }: SettingsDialogProps) {
  const client = useQueryClient()
  const settings = useSettings()
  const back = useOpenerFocus(opener)
  return (
    <Dialog.Root modal={false} open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          {...back}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-40 flex w-[300px] max-w-[calc(100vw-3rem)] flex-col border-line border-l bg-surface shadow-float"
        >
          <div className="flex items-center justify-between border-line border-b py-2.5 pr-2.5 pl-5">
            <Dialog.Title className="font-medium text-body">布局设置</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton icon="close" label="关闭" />
            </Dialog.Close>
          </div>
          <div className="grid content-start gap-6 overflow-y-auto p-5">
            <Swatches theme={settings.theme} />
            <Choices
              legend="显示模式"
              values={['system', 'light', 'dark']}
              names={LOOK_NAMES}
              value={settings.look}
              onChoose={(look) => changeSettings(client, { look })}
            />
            <Choices
              legend="布局大小"
              values={SIZES}
              names={SIZE_NAMES}
              value={settings.size}
              onChoose={(size) => chooseSize(client, size)}
            />
            <div className="grid gap-3">
              {SWITCHES.filter(([name]) => hasFooter || name !== 'showFooter').map(([name, label]) => (
                <div key={name} className="flex items-center justify-between text-s">
                  <span aria-hidden="true">{label}</span>
                  <Switch
                    label={label}
                    checked={settings[name]}
                    onChecked={(checked) => changeSettings(client, { [name]: checked })}
                  />
                </div>
              ))}
            </div>
            <Button onClick={() => changeSettings(client, DEFAULTS)}>恢复默认</Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
