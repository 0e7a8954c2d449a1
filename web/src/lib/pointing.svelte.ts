// The action that is pointed at, among the buttons or on the board: each lights up what it means on the other.

export const pointed: { action: number | null } = $state({ action: null });

/** Points at an action, or at none. */
export function pointAt(action: number | null | undefined): void {
  pointed.action = action ?? null;
}

/** Attributes of something that stands for an action: mouse and keyboard point at it. */
export function pointing(action: number | undefined) {
  if (action === undefined) return {};
  const leave = () => pointed.action === action && pointAt(null);
  return {
    // What has come to lie under a pointer at rest is not pointed at: only a pointer that moves does that.
    onpointermove: () => pointed.action === action || pointAt(action),
    onpointerleave: leave,
    onfocus: ({ currentTarget }: FocusEvent) => {
      // What is focused after a click is only what comes next: nobody points at it.
      if ((currentTarget as Element).matches(':focus-visible')) pointAt(action);
    },
    onblur: leave,
  };
}
