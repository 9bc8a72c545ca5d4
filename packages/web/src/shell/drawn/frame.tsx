import { SECRECY } from '../../app/public-pages.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { SampleNote } from './sample-note.tsx'

/** Widths of the placeholder bars for menus, in per cent. */
const MENUS = [46, 62, 54, 70, 50, 58, 42, 64, 52] as const
const ROWS = [0, 1, 2, 3, 4, 5, 6, 7] as const

const button = 'inline-grid size-8 shrink-0 place-items-center'

const Drawing = ({ name }: { name: IconName }) => (
  <span className={button}>
    <Icon name={name} size={18} />
  </span>
)

const Bar = ({ look }: { look: string }) => <span className={`block rounded ${look}`} />

function Side() {
  return (
    <div
      data-part="side"
      className="sticky top-0 hidden h-dvh w-[260px] shrink-0 flex-col bg-sidebar min-[992px]:flex"
    >
      <div data-part="logo" className="flex h-13 shrink-0 items-center gap-2.5 px-5">
        <img src="/icon.svg" alt="" className="size-6" />
        <Bar look="h-3 w-40 bg-white/15" />
      </div>
      <div className="grid gap-0.5 px-3 pt-2">
        {MENUS.map((width) => (
          <div key={width} className="flex h-9 items-center gap-2.5 pl-3">
            <Bar look="size-4 bg-white/10" />
            <span className="flex-1 pr-3">
              <span className="block h-3 rounded bg-white/10" style={{ width: `${width}%` }} />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

function Header() {
  return (
    <div
      data-part="header"
      className="flex h-13 items-center gap-1 border-line border-b bg-surface px-3 text-ink-soft"
    >
      <span className="mr-1">
        <Drawing name="menu" />
      </span>
      <span className="min-w-0 flex-1">
        <Bar look="h-3 w-40 max-w-full bg-hover" />
      </span>
      <Drawing name="search" />
      <span className="sm:hidden">
        <Drawing name="bell" />
      </span>
      <span className="min-w-30 px-2 max-sm:hidden">
        <Bar look="h-3 bg-hover" />
      </span>
      <Drawing name="mail" />
      <span className="max-md:hidden">
        <Drawing name="expand" />
      </span>
      <Drawing name="settings" />
      <span className="flex items-center gap-1.5 px-2">
        <Icon name="user" size={18} />
        <Bar look="h-3 w-26 bg-hover max-sm:hidden" />
        <Icon name="chevronDown" size={14} className="max-sm:hidden" />
      </span>
    </div>
  )
}

/** The portal's frame without user data, shown until the application has started. */
export function DrawnFrame() {
  return (
    <>
      <p role="status" className="sr-only">
        正在加载
      </p>
      <div aria-hidden="true" className="flex min-h-dvh">
        <Side />
        <div className="flex min-w-0 flex-1 flex-col">
          <Header />
          <div data-part="tags" className="border-line border-b bg-surface px-3 py-1">
            <div className="h-7 w-28 rounded-md border border-line" />
          </div>
          <p className="frame-line">
            {SECRECY}
            <span data-part="demo">
              <SampleNote />
            </span>
          </p>
          <div data-part="main" className="min-w-0 flex-1 p-3 sm:p-4 lg:p-5">
            <div className="flex h-8 items-center">
              <Bar look="h-5 w-40 bg-line" />
            </div>
            <div className="card mt-4 grid gap-3 p-4">
              {ROWS.map((row) => (
                <Bar key={row} look="h-5 bg-sunken" />
              ))}
            </div>
          </div>
        </div>
      </div>
    </>
  )
}
