/** Drawing of a grid with a storage plant, in the theme's colour. */
export function GridArtwork() {
  const towers = [40, 150, 260, 370, 480]
  return (
    <svg viewBox="0 0 520 220" className="w-full max-w-[560px]" aria-hidden="true" fill="none">
      <rect x="0" y="176" width="520" height="1.5" fill="var(--line-strong)" />
      {towers.map((x, index) => (
        <g key={x} stroke="var(--brand)" strokeWidth="1.6" opacity={0.35 + index * 0.13}>
          <path
            d={`M${x - 14} 176 L${x} 64 L${x + 14} 176 M${x - 10} 144 H${x + 10} M${x - 6} 108 H${x + 6}`}
          />
          <path d={`M${x - 24} 84 H${x + 24} M${x - 18} 98 H${x + 18}`} />
        </g>
      ))}
      <path
        d="M64 84 Q95 112 126 84 M174 84 Q205 112 236 84 M284 84 Q315 112 346 84 M394 84 Q425 112 456 84"
        stroke="var(--brand)"
        strokeWidth="1.2"
        opacity=".55"
      />
      <g transform="translate(190 124)">
        <rect width="132" height="52" rx="6" fill="var(--surface)" stroke="var(--brand)" strokeWidth="2" />
        <rect x="132" y="17" width="7" height="18" rx="2" fill="var(--brand)" />
        {[10, 39, 68, 97].map((x, index) => (
          <rect
            key={x}
            x={x}
            y="10"
            width="24"
            height="32"
            rx="3"
            fill="var(--brand)"
            opacity={0.9 - index * 0.2}
          />
        ))}
      </g>
    </svg>
  )
}
