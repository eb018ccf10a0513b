/** The mark: a tally stick split lengthwise, both halves with the same notches. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        d="M6.5 4a2 2 0 0 1 2-2H14.5v5.5l-3.5 2.5 3.5 2.5v1.5l-3.5 2.5 3.5 2.5v1.5l-3.5 2.5 3.5 2.5V30H8.5a2 2 0 0 1-2-2Z"
      />
      <path
        fill="var(--accent-fill)"
        d="M25.5 4a2 2 0 0 0-2-2H17.5v5.5l3.5 2.5-3.5 2.5v1.5l3.5 2.5-3.5 2.5v1.5l3.5 2.5-3.5 2.5V30h6a2 2 0 0 0 2-2Z"
      />
    </svg>
  )
}
