import type { ReactNode } from 'react'
import { LineIcon } from '../../ui/icons.tsx'

/** Line icons of the trading screen, in the style of ui/icons.tsx. Decorative: each has a text label next to it. */
const shapes = {
  search: <path d="M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13Zm4.8-1.7L20 20" />,
  star: <path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8L12 3.8Z" />,
  candles: <path d="M7 4v3m0 8v4M17 5v4m0 6v4M4.5 7h5v8h-5zM14.5 9h5v6h-5z" />,
  indicator: <path d="M3.5 16c3 0 3.5-9 6.5-9s3 10 6 10 2.5-6 4.5-6" />,
  pencil: <path d="m4 20 1-4.5L16.2 4.3a1.6 1.6 0 0 1 2.3 0l1.2 1.2a1.6 1.6 0 0 1 0 2.3L8.5 19 4 20ZM14 6.5l3.5 3.5" />,
  trash: <path d="M5 7h14M10 7V4.5h4V7m-7.5 0 .8 12.5h9.4L17.5 7M10.5 11v5M13.5 11v5" />,
  plus: <path d="M12 5.5v13M5.5 12h13" />,
  minus: <path d="M5.5 12h13" />,
  newest: <path d="M5 6l6 6-6 6M13 6l6 6-6 6" />,
  download: <path d="M12 4v11m0 0-4.5-4.5M12 15l4.5-4.5M4.5 19.5h15" />,
  keyboard: <path d="M3.5 6.5h17v11h-17zM7 10h.1M10.3 10h.1M13.6 10h.1M17 10h.1M8 14h8" />,
  replay: <path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4h4M10.5 9v6l5-3-5-3Z" />,
  up: <path d="M7 17 17 7M9 7h8v8" />,
  down: <path d="m7 7 10 10M9 17h8V9" />,
  sound: <path d="M5 9.5v5h3.2L13 18.5v-13L8.2 9.5H5ZM16.2 9a4.2 4.2 0 0 1 0 6M18.6 6.6a7.6 7.6 0 0 1 0 10.8" />,
  soundOff: <path d="M5 9.5v5h3.2L13 18.5v-13L8.2 9.5H5ZM16.5 10l4 4m0-4-4 4" />,
  expand: <path d="M4.5 9.5v-5h5M14.5 4.5h5v5M19.5 14.5v5h-5M9.5 19.5h-5v-5" />,
  shrink: <path d="M9.5 4.5v5h-5M19.5 9.5h-5v-5M14.5 19.5v-5h5M4.5 14.5h5v5" />,
  grid: <path d="M4.5 4.5h15v15h-15zM12 4.5v15M4.5 12h15" />,
  gear: (
    <path d="M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 3.8v2.4M12 17.8v2.4M3.8 12h2.4M17.8 12h2.4M6.2 6.2l1.7 1.7M16.1 16.1l1.7 1.7M6.2 17.8l1.7-1.7M16.1 7.9l1.7-1.7" />
  ),
  undo: <path d="M8.5 5 4.5 9l4 4M5 9h9a5 5 0 0 1 0 10H9" />,
  swap: <path d="M7 4v15m0 0-3.5-3.5M7 19l3.5-3.5M17 20V5m0 0 3.5 3.5M17 5l-3.5 3.5" />,
  bell: <path d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 2h-14l1.5-2ZM10 20.5a2.2 2.2 0 0 0 4 0" />,
  mark: <path d="M4 17 9 8l5 5 6-8M4 20h16" />,
} satisfies Record<string, ReactNode>

export type GlyphName = keyof typeof shapes

export function Glyph({ name, size = 18 }: { name: GlyphName; size?: number }) {
  return <LineIcon size={size}>{shapes[name]}</LineIcon>
}
