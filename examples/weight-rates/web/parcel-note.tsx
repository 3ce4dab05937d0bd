export default function ParcelNote() {
  return <p className="text-small text-muted">Delivery is charged by weight.</p>;
}
