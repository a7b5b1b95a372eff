const words = (text: string) => new Set(text.trim().split(/\s+/))

/** The elements of SVG that are kept. All others are dropped with what is in them. */
export const svgElements = words(`
  svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern marker clipPath mask switch style
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`)

/** The attributes that are kept. */
export const svgAttributes = words(`
  id class style lang xml:lang xml:space role aria-label aria-labelledby aria-describedby aria-hidden
  x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points width height viewBox preserveAspectRatio transform
  transform-origin rotate textLength lengthAdjust startOffset pathLength version href xlink:href
  gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits in in2 result mode type values operator k1 k2 k3 k4 stdDeviation edgeMode kernelMatrix
  order divisor bias targetX targetY preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent
  kernelUnitLength scale xChannelSelector yChannelSelector azimuth elevation pointsAtX pointsAtY pointsAtZ z
  limitingConeAngle tableValues slope intercept amplitude exponent radius baseFrequency numOctaves seed stitchTiles
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset color opacity visibility display overflow clip-path clip-rule mask filter
  flood-color flood-opacity lighting-color stop-color stop-opacity marker-start marker-mid marker-end paint-order
  vector-effect shape-rendering text-rendering image-rendering color-interpolation color-interpolation-filters
  mix-blend-mode isolation font-family font-size font-style font-variant font-weight font-stretch font-size-adjust
  letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift
  writing-mode direction unicode-bidi systemLanguage requiredFeatures`)
