/** Stands in for a sealed value. The server sends none, so there is nothing to hide. */
export function SealedCell() {
  return (
    <span
      role="img"
      aria-label="已封存"
      title="已封存"
      className="inline-block h-4 w-14 rounded-sm bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_4px,transparent_4px_8px)]"
    />
  )
}
