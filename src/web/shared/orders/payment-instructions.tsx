/** The merchant's payment instructions: plain text with line breaks. */
export function PaymentInstructions({ text }: { text: string }) {
  return (
    <p className="rounded-field bg-sunken px-4 py-3 whitespace-pre-line wrap-anywhere" dir="auto">
      {text}
    </p>
  );
}
