/** The entry point of the dashboard: theme, query cache and router. */
import '@mantine/core/styles.layer.css'
import '../kit/kit.css'
import '../kit/frame.css'
import './team.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { nonce } from '../kit/nonce.ts'
import { theme } from '../kit/theme.ts'
import { queries } from './queries.ts'
import { router } from './routes.tsx'

// The HTML file has this element.
createRoot(document.getElementById('app') as HTMLElement).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
