/** Style sheets are bundled as text. */
declare module "*.css" {
  const styles: string;
  export default styles;
}
