/** A key of the keyboard beside the control that it presses. Not part of the control's name. */
export function Key({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="rounded border border-current/30 px-1 text-[11px] leading-4 max-lg:hidden"
    >
      {children}
    </span>
  )
}
